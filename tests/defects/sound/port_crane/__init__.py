"""Port crane: load the most valuable containers before the ship leaves"""

from .models import PortCraneAction, PortCraneObservation

__all__ = ["PortCraneAction", "PortCraneObservation"]
