"""Trivia Duel: six questions with numbers, against a rival's score."""

from .models import DuelAction, DuelObservation

__all__ = ["DuelAction", "DuelObservation"]
