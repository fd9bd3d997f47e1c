"""Take the last stone from three heaps against an opponent."""

from .models import HeapsAction, HeapsObservation

__all__ = ["HeapsAction", "HeapsObservation"]
