"""Tile laying: match edges on a floor with hidden rocks."""

from .models import TileAction, TileObservation

__all__ = ["TileAction", "TileObservation"]
