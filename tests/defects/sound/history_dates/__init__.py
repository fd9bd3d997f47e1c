"""History dates: a quiz about the order and years of historical events"""

from .models import HistoryDatesAction, HistoryDatesObservation

__all__ = ["HistoryDatesAction", "HistoryDatesObservation"]
