"""Pension desk: check pension contributions against the annual allowance."""

from .models import DeskAnswer, DeskObservation

__all__ = ["DeskAnswer", "DeskObservation"]
