"""Glasshouse: grow a crop in a greenhouse over eight weeks."""

from .models import GlasshouseObservation, WeekAction

__all__ = ["GlasshouseObservation", "WeekAction"]
