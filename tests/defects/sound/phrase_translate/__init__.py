"""Phrase Translate: translate a sentence, scored by overlap."""

from .models import TranslateAction, TranslateObservation

__all__ = ["TranslateAction", "TranslateObservation"]
