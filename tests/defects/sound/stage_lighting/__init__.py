"""Stage lighting: edit a cue list after the director's notes."""

from .models import DeskAction, DeskObservation

__all__ = ["DeskAction", "DeskObservation"]
