"""Regex drill: write a regular expression for a rule."""

from .models import DrillObservation, Pattern

__all__ = ["DrillObservation", "Pattern"]
