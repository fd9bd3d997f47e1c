"""Rung Words: turn one word into another, letter by letter."""

from .models import LadderAction, LadderObservation

__all__ = ["LadderAction", "LadderObservation"]
