"""Py Kata: write a Python function that passes hidden tests."""

from .models import KataAction, KataObservation

__all__ = ["KataAction", "KataObservation"]
