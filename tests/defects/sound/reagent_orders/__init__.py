"""Reagent orders: order reagents in time and within a budget"""

from .models import StoreAction, StoreObservation

__all__ = ["StoreAction", "StoreObservation"]
