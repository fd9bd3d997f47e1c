"""Bank notes: tell forged notes from genuine ones."""

from .models import TellerAction, TellerObservation

__all__ = ["TellerAction", "TellerObservation"]
