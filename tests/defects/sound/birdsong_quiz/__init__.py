"""Birdsong quiz: name the bird of a recording with the help of a field guide."""

from .models import QuizAction, QuizObservation

__all__ = ["QuizAction", "QuizObservation"]
