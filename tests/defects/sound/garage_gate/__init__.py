"""Garage Gate: Park arriving vehicles in a garage."""

from .models import GateAction, GateObservation

__all__ = ["GateAction", "GateObservation"]
