"""Find the people that are in two address books."""

from .models import MergeAction, MergeObservation

__all__ = ["MergeAction", "MergeObservation"]
