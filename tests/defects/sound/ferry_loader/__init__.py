"""Ferry loader: load crates with fragile goods onto a ferry, then sail."""

from .models import FerryAction, FerryObservation

__all__ = ["FerryAction", "FerryObservation"]
