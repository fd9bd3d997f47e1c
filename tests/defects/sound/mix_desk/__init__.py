"""Mixing desk: set the faders of a mix by meters and a brief"""

from .models import MixAction, MixObservation

__all__ = ["MixAction", "MixObservation"]
