"""Photo Desk: find the rules that a passport photo breaks."""

from .models import DeskAction, DeskObservation, Rule

__all__ = ["DeskAction", "DeskObservation", "Rule"]
