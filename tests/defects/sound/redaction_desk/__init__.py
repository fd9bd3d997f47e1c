"""Redaction desk: black out personal data in a letter, and nothing else."""

from .models import LetterObservation, RedactAction

__all__ = ["LetterObservation", "RedactAction"]
