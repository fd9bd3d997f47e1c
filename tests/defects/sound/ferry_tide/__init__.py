"""A car ferry in a tide window."""

from .models import Booking, FerryAction, FerryObservation

__all__ = ["Booking", "FerryAction", "FerryObservation"]
