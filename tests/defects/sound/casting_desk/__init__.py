"""Radio-drama casting desk: find out by questions which voice the director wants."""

from .models import CastingAction, CastingObservation

__all__ = ["CastingAction", "CastingObservation"]
