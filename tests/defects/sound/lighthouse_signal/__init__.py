"""Lighthouse Signal: name the lighthouse from the log of its flashes."""

from .models import LighthouseSignalAction, LighthouseSignalObservation

__all__ = ["LighthouseSignalAction", "LighthouseSignalObservation"]
