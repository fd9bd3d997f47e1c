"""Crossword desk: say which word a crossword clue means"""

from .models import CrosswordDeskAction, CrosswordDeskObservation

__all__ = ["CrosswordDeskAction", "CrosswordDeskObservation"]
