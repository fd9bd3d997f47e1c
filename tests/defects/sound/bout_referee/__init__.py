"""Referee a fencing bout."""

from .models import BoutRefereeAction, BoutRefereeObservation

__all__ = ["BoutRefereeAction", "BoutRefereeObservation"]
