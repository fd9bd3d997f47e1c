"""Keep a small grid in balance for a day."""

from .models import GridDayAction, GridDayObservation

__all__ = ["GridDayAction", "GridDayObservation"]
