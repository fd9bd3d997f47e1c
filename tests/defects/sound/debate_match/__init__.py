"""Debate Match: match a speech with its motion and its side."""

from .models import DebateMatchAction, DebateMatchObservation

__all__ = ["DebateMatchAction", "DebateMatchObservation"]
