"""Fill a small crossword from a list of words."""

from .models import WordGridAction, WordGridObservation

__all__ = ["WordGridAction", "WordGridObservation"]
