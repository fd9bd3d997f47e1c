"""Market Stall: trade in pears for six days."""

from .models import StallAction, StallObservation

__all__ = ["StallAction", "StallObservation"]
