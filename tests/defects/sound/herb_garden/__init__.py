"""Herb garden: choose which herb grows in which bed."""

from .models import GardenPlan, GardenView

__all__ = ["GardenPlan", "GardenView"]
