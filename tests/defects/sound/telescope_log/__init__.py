"""Read a night's telescope log and name the fault."""

from .models import LogAction, LogObservation

__all__ = ["LogAction", "LogObservation"]
