"""RedactionDesk: black out what is private in a letter."""

from .models import LetterObservation, RedactAction

__all__ = ["LetterObservation", "RedactAction"]
