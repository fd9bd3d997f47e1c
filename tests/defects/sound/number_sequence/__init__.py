"""Number sequence: find the next number."""

from .models import SequenceAnswer, SequenceObservation

__all__ = ["SequenceAnswer", "SequenceObservation"]
