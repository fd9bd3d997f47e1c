"""Violin tuning game: tune four strings by the size of their error"""

from .models import ViolinTuningAction, ViolinTuningObservation

__all__ = ["ViolinTuningAction", "ViolinTuningObservation"]
