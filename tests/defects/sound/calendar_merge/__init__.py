"""Calendar merge: no doubles, no overlaps."""

from .models import CalendarAction, CalendarObservation

__all__ = ["CalendarAction", "CalendarObservation"]
