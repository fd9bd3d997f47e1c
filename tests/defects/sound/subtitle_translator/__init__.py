"""Subtitle translator: translate subtitles from Esperanto."""

from .models import SubtitleTranslatorAction, SubtitleTranslatorObservation

__all__ = ["SubtitleTranslatorAction", "SubtitleTranslatorObservation"]
