"""Handle a night of incidents by the escalation rules."""

from .models import PagerAction, PagerObservation

__all__ = ["PagerAction", "PagerObservation"]
