"""Paint mixing: match a colour from stock pigments at a reasonable bill."""

from .models import BenchAction, BenchObservation

__all__ = ["BenchAction", "BenchObservation"]
