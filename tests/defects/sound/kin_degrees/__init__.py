"""Name the degree of two cousins."""

from .models import KinDegreesAction, KinDegreesObservation

__all__ = ["KinDegreesAction", "KinDegreesObservation"]
