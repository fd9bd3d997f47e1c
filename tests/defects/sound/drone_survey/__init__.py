"""Drone survey: photograph sites in the wind and bring the drone home."""

from .models import DroneAction, DroneObservation

__all__ = ["DroneAction", "DroneObservation"]
