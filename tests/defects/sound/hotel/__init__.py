"""Decide how many bookings a hotel accepts beyond its rooms."""

from .models import DeskAction, DeskObservation

__all__ = ["DeskAction", "DeskObservation"]
