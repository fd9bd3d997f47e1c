"""Bargain with a seller."""

from .models import TalkAction, TalkObservation

__all__ = ["TalkAction", "TalkObservation"]
