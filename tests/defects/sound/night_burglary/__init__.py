"""Night Burglary: examine the rooms and accuse the one suspect whom all traces fit."""

from .models import BurglaryAction, BurglaryObservation, BurglaryState

__all__ = ["BurglaryAction", "BurglaryObservation", "BurglaryState"]
