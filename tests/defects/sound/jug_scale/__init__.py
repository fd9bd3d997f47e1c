"""Jugs and a scale: measure water that you cannot see."""

from .models import JugScaleAction, JugScaleObservation

__all__ = ["JugScaleAction", "JugScaleObservation"]
