"""Flip six: win a small disc-flipping game"""

from .models import FlipAction, FlipObservation

__all__ = ["FlipAction", "FlipObservation"]
