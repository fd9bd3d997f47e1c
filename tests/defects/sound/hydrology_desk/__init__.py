"""Hydrology Desk: answer the tickets of a flood desk."""

from .models import HydrologyDeskAction, HydrologyDeskObservation

__all__ = ["HydrologyDeskAction", "HydrologyDeskObservation"]
