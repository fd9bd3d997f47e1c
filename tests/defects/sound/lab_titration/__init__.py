"""Lab titration: find the concentration of an acid with a burette and a pH meter."""

from .models import BenchAction, BenchObservation

__all__ = ["BenchAction", "BenchObservation"]
