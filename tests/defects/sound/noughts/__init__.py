"""Tic-tac-toe against a stated opponent."""

from .models import NoughtsAction, NoughtsObservation

__all__ = ["NoughtsAction", "NoughtsObservation"]
