"""Planetarium question desk: tell visitors whether a star is above the horizon"""

from .models import PlanetariumDeskAction, PlanetariumDeskObservation

__all__ = ["PlanetariumDeskAction", "PlanetariumDeskObservation"]
