"""Find the short pattern behind words."""

from .models import GolfAction, GolfObservation

__all__ = ["GolfAction", "GolfObservation"]
