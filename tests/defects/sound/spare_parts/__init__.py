"""Spare parts: order just in time."""

from .models import StockAction, StockObservation

__all__ = ["StockAction", "StockObservation"]
