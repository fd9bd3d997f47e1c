"""Cite Finder: Find a case in a law library and cite it."""

from .models import ReadingRoomAction, ReadingRoomObservation

__all__ = ["ReadingRoomAction", "ReadingRoomObservation"]
