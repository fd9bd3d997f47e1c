"""Bake for a week of noisy demand."""

from .models import BakeryForecastAction, BakeryForecastObservation

__all__ = ["BakeryForecastAction", "BakeryForecastObservation"]
