"""Bridge toll: find the cheapest departures over a toll bridge."""

from .models import BridgeTollAction, BridgeTollObservation

__all__ = ["BridgeTollAction", "BridgeTollObservation"]
