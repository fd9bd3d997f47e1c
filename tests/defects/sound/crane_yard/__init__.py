"""Crane Yard: put stacks of crates in order."""

from .models import CraneAction, YardObservation

__all__ = ["CraneAction", "YardObservation"]
