"""Knot lesson: talk a learner through a knot before patience runs out."""

from .models import Card, LessonAction, LessonObservation

__all__ = ["Card", "LessonAction", "LessonObservation"]
