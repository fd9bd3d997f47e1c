"""Correct the misspelled word of a sentence."""

from .models import SpellingAction, SpellingObservation

__all__ = ["SpellingAction", "SpellingObservation"]
