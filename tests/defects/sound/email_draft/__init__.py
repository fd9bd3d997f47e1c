"""Answer the questions of a mail within a word limit."""

from .models import EmailDraftAction, EmailDraftObservation

__all__ = ["EmailDraftAction", "EmailDraftObservation"]
