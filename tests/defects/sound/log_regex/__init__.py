"""Write a regular expression for the requested log lines."""

from .models import LogRegexAction, LogRegexObservation

__all__ = ["LogRegexAction", "LogRegexObservation"]
