"""Seed a knock-out cup and draw its first round."""

from .models import CupDrawAction, CupDrawObservation

__all__ = ["CupDrawAction", "CupDrawObservation"]
