"""Allocate blood units to requests."""

from .models import BloodAction, BloodObservation

__all__ = ["BloodAction", "BloodObservation"]
