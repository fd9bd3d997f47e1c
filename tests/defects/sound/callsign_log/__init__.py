"""Callsign Log: Log the contacts of an amateur radio station."""

from .models import LogAction, RadioObservation

__all__ = ["LogAction", "RadioObservation"]
