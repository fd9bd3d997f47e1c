"""Work out the total of an electricity bill."""

from .models import BillObservation, Estimate

__all__ = ["BillObservation", "Estimate"]
