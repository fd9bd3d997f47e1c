"""Depot Shift: bring parcels to their bays in a depot."""

from .models import DepotObservation, RobotAction

__all__ = ["DepotObservation", "RobotAction"]
