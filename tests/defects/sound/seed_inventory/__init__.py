"""Seed inventory: fill seed orders from numbered lots."""

from .models import SeedInventoryAction, SeedInventoryObservation

__all__ = ["SeedInventoryAction", "SeedInventoryObservation"]
