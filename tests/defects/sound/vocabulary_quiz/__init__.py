"""Vocabulary quiz: five definitions, eight words to choose from each time."""

from .models import QuizAction, QuizObservation

__all__ = ["QuizAction", "QuizObservation"]
