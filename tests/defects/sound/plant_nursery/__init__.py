"""Plan the watering and the sales of a small plant nursery."""

from .models import NurseryAction, NurseryObservation

__all__ = ["NurseryAction", "NurseryObservation"]
