"""Seat everybody on a train."""

from .models import SeatAction, SeatObservation

__all__ = ["SeatAction", "SeatObservation"]
