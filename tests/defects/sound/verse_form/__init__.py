"""Verse form: haiku and limericks from a bank of words"""

from .models import VerseAction, VerseObservation

__all__ = ["VerseAction", "VerseObservation"]
