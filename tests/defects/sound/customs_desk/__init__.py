"""Customs desk: what becomes of ten travellers and their declarations."""

from .models import Declaration, DeskAction, DeskObservation, Line

__all__ = ["Declaration", "DeskAction", "DeskObservation", "Line"]
