"""Ski lift: run a ski lift for a day: fares against energy."""

from .models import SkiLiftAction, SkiLiftObservation

__all__ = ["SkiLiftAction", "SkiLiftObservation"]
