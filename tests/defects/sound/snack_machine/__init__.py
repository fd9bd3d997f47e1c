"""Buy at a machine that is short of change."""

from .models import SnackAction, SnackObservation

__all__ = ["SnackAction", "SnackObservation"]
