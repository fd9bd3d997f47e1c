"""Name the rules that a commit breaks."""

from .models import CommitObservation, Review

__all__ = ["CommitObservation", "Review"]
