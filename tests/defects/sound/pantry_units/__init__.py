"""Pantry Units: Short sums of the kitchen."""

from .models import PantryUnitsAction, PantryUnitsObservation

__all__ = ["PantryUnitsAction", "PantryUnitsObservation"]
