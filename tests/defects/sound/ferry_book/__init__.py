"""Ferry Book: book the cheapest sailing that suits a party."""

from .models import FerryAction, FerryObservation, FerryState

__all__ = ["FerryAction", "FerryObservation", "FerryState"]
