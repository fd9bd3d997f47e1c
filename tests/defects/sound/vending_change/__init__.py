"""Hand out the right change from the coins of a vending machine"""

from .models import VendingChangeAction, VendingChangeObservation

__all__ = ["VendingChangeAction", "VendingChangeObservation"]
