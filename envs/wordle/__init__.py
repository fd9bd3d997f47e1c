"""Wordle with exact rules, from three-letter codes to English words of five letters."""

from .client import WordleClient
from .models import Guess, Turn, WordleObservation, WordleState

__all__ = ["Guess", "Turn", "WordleClient", "WordleObservation", "WordleState"]
