"""Line of Three: three marks in a line against an opponent."""

from .models import BoardObservation, MarkAction

__all__ = ["BoardObservation", "MarkAction"]
