"""Plankton Cruise: find the densest plankton along a transect with a few noisy tows."""

from .models import CruiseAction, CruiseObservation, CruiseState, Tow

__all__ = ["CruiseAction", "CruiseObservation", "CruiseState", "Tow"]
