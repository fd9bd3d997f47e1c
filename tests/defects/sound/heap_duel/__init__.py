"""Heap Duel: take the last pebble against an opponent."""

from .models import HeapsObservation, TakeAction

__all__ = ["HeapsObservation", "TakeAction"]
