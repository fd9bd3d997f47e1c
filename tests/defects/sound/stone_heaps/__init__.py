"""Stone Heaps: a game of two heaps against an opponent."""

from .models import HeapAction, HeapObservation

__all__ = ["HeapAction", "HeapObservation"]
