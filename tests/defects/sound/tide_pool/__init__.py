"""Tide pool survey: estimate the anemones of a tide pool with few looks"""

from .models import TidePoolAction, TidePoolObservation

__all__ = ["TidePoolAction", "TidePoolObservation"]
