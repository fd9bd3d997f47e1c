"""Fill a small crossword."""

from .models import CrosswordFillAction, CrosswordFillObservation

__all__ = ["CrosswordFillAction", "CrosswordFillObservation"]
