"""Decode Morse from key times."""

from .models import MorseAction, MorseObservation

__all__ = ["MorseAction", "MorseObservation"]
