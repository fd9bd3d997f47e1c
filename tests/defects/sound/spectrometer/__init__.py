"""Identify a substance by its spectral lines."""

from .models import SpectrometerAction, SpectrometerObservation

__all__ = ["SpectrometerAction", "SpectrometerObservation"]
