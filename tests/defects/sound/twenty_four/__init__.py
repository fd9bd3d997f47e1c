"""Make 24 of four numbers."""

from .models import GameAction, GameObservation

__all__ = ["GameAction", "GameObservation"]
