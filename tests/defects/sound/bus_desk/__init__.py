"""Bus Desk: Answer travellers' questions on a bus timetable."""

from .models import BusAnswer, BusQuestion

__all__ = ["BusAnswer", "BusQuestion"]
