"""Alloy bench: blend metals to an order, cheaply."""

from .models import AlloyBenchAction, AlloyBenchObservation

__all__ = ["AlloyBenchAction", "AlloyBenchObservation"]
