"""Greenhouse water: keep every bed moist for a week from one cistern."""

from .models import Bed, WateringAction, WateringObservation

__all__ = ["Bed", "WateringAction", "WateringObservation"]
