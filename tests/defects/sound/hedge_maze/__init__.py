"""Hedge maze guide: lead a visitor through a hedge maze to the fountain"""

from .models import HedgeMazeAction, HedgeMazeObservation

__all__ = ["HedgeMazeAction", "HedgeMazeObservation"]
