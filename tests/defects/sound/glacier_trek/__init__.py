"""Glacier trek: provision a party and lead it over a glacier."""

from .models import GlacierTrekAction, GlacierTrekObservation

__all__ = ["GlacierTrekAction", "GlacierTrekObservation"]
