"""Timetable quiz: three questions about the times of a bus line"""

from .models import QuizAction, QuizObservation

__all__ = ["QuizAction", "QuizObservation"]
