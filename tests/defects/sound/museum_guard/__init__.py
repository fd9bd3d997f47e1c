"""Patrol a museum and check rooms within their time windows."""

from .models import MuseumGuardAction, MuseumGuardObservation

__all__ = ["MuseumGuardAction", "MuseumGuardObservation"]
