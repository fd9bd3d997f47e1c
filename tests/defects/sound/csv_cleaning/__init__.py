"""CSV cleaning: bring an exported ledger into a clean form."""

from .models import CleanAction, LedgerObservation

__all__ = ["CleanAction", "LedgerObservation"]
