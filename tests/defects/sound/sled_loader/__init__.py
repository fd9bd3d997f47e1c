"""Sled loader: the most useful load within a limit."""

from .models import SledAction, SledObservation

__all__ = ["SledAction", "SledObservation"]
