"""Fossil Desk: identify a fossil from the notes of its finder."""

from .models import FossilDeskAction, FossilDeskObservation

__all__ = ["FossilDeskAction", "FossilDeskObservation"]
