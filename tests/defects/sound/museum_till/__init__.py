"""Ask for ticket prices with group discounts."""

from .models import MuseumTillAction, MuseumTillObservation

__all__ = ["MuseumTillAction", "MuseumTillObservation"]
