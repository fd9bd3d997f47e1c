"""Travel expense: reimburse receipts from a small cash box."""

from .models import TravelExpenseAction, TravelExpenseObservation

__all__ = ["TravelExpenseAction", "TravelExpenseObservation"]
