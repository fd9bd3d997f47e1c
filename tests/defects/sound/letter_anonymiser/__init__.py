"""Medical letters: replace every identifier and nothing else."""

from .models import LetterAction, LetterObservation

__all__ = ["LetterAction", "LetterObservation"]
