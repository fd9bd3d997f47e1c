"""Run the battery of a solar home for a day."""

from .models import SolarHomeAction, SolarHomeObservation

__all__ = ["SolarHomeAction", "SolarHomeObservation"]
