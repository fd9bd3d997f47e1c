"""Charge parties at the counter of a museum."""

from .models import MuseumTicketsAction, MuseumTicketsObservation

__all__ = ["MuseumTicketsAction", "MuseumTicketsObservation"]
