"""Seat parties in a theatre as they wish."""

from .models import SeatingAction, SeatingObservation

__all__ = ["SeatingAction", "SeatingObservation"]
