"""Mix a colour from whole parts."""

from .models import LabObservation, MixAction

__all__ = ["LabObservation", "MixAction"]
