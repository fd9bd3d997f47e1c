"""Translate terms by the house glossary."""

from .models import GlossaryDeskAction, GlossaryDeskObservation

__all__ = ["GlossaryDeskAction", "GlossaryDeskObservation"]
