"""Speak for a side with citations that support it."""

from .models import CitedDebateAction, CitedDebateObservation

__all__ = ["CitedDebateAction", "CitedDebateObservation"]
