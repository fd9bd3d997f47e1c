"""Work out library fines."""

from .models import BillAction, LedgerObservation

__all__ = ["BillAction", "LedgerObservation"]
