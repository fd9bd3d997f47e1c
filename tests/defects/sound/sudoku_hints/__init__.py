"""Sudoku hints: help a player with a small sudoku"""

from .models import HintAction, HintObservation

__all__ = ["HintAction", "HintObservation"]
