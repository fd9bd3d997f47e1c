"""Write out rows of a knitting pattern."""

from .models import KnitAction, PatternObservation

__all__ = ["KnitAction", "PatternObservation"]
