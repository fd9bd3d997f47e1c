"""Email triage: sort the inbox of a software company."""

from .models import InboxObservation, TriageAction

__all__ = ["InboxObservation", "TriageAction"]
