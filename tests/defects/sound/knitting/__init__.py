"""Knitting: count the stitches after each row of a pattern"""

from .models import KnittingAction, KnittingObservation

__all__ = ["KnittingAction", "KnittingObservation"]
