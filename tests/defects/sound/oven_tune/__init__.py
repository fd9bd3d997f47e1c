"""Tune the PID controller of an oven."""

from .models import OvenTuneAction, OvenTuneObservation

__all__ = ["OvenTuneAction", "OvenTuneObservation"]
