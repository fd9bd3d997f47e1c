"""Debate Facts: check the claims of a debate with an almanac."""

from .models import CheckAction, DebateObservation

__all__ = ["CheckAction", "DebateObservation"]
