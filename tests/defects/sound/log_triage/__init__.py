"""Log triage: find the root of an incident"""

from .models import TriageAction, TriageObservation

__all__ = ["TriageAction", "TriageObservation"]
