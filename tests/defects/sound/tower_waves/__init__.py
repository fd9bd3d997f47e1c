"""Tower waves: build towers against eight waves"""

from .models import WaveAction, WaveObservation

__all__ = ["WaveAction", "WaveObservation"]
