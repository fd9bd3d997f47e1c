"""Eight rounds of dice with doubling."""

from .models import DiceAction, DiceObservation

__all__ = ["DiceAction", "DiceObservation"]
