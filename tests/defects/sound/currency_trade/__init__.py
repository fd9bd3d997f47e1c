"""Trade currencies for eight days."""

from .models import CurrencyDeskAction, CurrencyDeskObservation

__all__ = ["CurrencyDeskAction", "CurrencyDeskObservation"]
