"""Mate a lone king."""

from .models import ChessEndgameAction, ChessEndgameObservation

__all__ = ["ChessEndgameAction", "ChessEndgameObservation"]
