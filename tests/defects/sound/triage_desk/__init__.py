"""order tests and diagnose patients"""

from .models import TriageRoomAction, TriageRoomObservation

__all__ = ["TriageRoomAction", "TriageRoomObservation"]
