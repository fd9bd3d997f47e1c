"""Delete the repeated events of a log."""

from .models import LogDedupAction, LogDedupObservation

__all__ = ["LogDedupAction", "LogDedupObservation"]
