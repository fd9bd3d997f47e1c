"""Bus Sign: reprint the wrong lines of a bus-stop sign."""

from .models import BusSignAction, BusSignObservation

__all__ = ["BusSignAction", "BusSignObservation"]
