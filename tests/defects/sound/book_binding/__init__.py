"""Take a bookbinding order from a customer."""

from .models import DeskAction, DeskObservation

__all__ = ["DeskAction", "DeskObservation"]
