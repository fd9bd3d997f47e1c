"""Write down the action items of a meeting."""

from .models import MeetingNotesAction, MeetingNotesObservation

__all__ = ["MeetingNotesAction", "MeetingNotesObservation"]
