"""Word sort: put a list of words in the order that is asked for"""

from .models import WordSortAction, WordSortObservation

__all__ = ["WordSortAction", "WordSortObservation"]
