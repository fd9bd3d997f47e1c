"""Escape room: search a locked room, collect the digits, open the door."""

from .models import Command, RoomObservation

__all__ = ["Command", "RoomObservation"]
