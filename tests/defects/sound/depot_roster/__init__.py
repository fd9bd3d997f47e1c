"""Depot roster: give every duty of a bus depot's day to a driver who may take it."""

from .models import Driver, Duty, RosterAction, RosterObservation

__all__ = ["Driver", "Duty", "RosterAction", "RosterObservation"]
