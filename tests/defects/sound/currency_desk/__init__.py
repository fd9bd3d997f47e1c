"""A currency arbitrage desk."""

from .models import DeskObservation, TradeOrder

__all__ = ["DeskObservation", "TradeOrder"]
