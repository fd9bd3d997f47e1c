"""Titration bench: titrate an acid and report its concentration."""

from .models import BenchAction, BenchObservation

__all__ = ["BenchAction", "BenchObservation"]
