"""Put the deadlines of a court file into the calendar."""

from .models import CourtAction, CourtObservation

__all__ = ["CourtAction", "CourtObservation"]
