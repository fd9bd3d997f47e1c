"""Letter writer: a payment letter from a template."""

from .models import LetterWriterAction, LetterWriterObservation

__all__ = ["LetterWriterAction", "LetterWriterObservation"]
