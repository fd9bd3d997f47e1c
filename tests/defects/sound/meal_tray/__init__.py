"""Meal tray: find what a patient must not be served, and why."""

from .models import MealTrayAction, MealTrayObservation

__all__ = ["MealTrayAction", "MealTrayObservation"]
