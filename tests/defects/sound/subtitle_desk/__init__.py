"""Subtitle desk: pass, mask or cut each cue."""

from .models import SubtitleDeskAction, SubtitleDeskObservation

__all__ = ["SubtitleDeskAction", "SubtitleDeskObservation"]
