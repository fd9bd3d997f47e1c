"""Coins and scales: find the one false coin with as few weighings as possible."""

from .models import ScalesAction, ScalesObservation

__all__ = ["ScalesAction", "ScalesObservation"]
