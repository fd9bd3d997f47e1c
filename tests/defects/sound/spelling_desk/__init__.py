"""A desk that corrects the spelling of notices."""

from .models import DeskAction, DeskObservation

__all__ = ["DeskAction", "DeskObservation"]
