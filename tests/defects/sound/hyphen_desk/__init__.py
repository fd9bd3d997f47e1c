"""Hyphen desk: break a paragraph into lines with the least demerits."""

from .models import DeskAction, DeskObservation

__all__ = ["DeskAction", "DeskObservation"]
