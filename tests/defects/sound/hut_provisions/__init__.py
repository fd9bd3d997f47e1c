"""Hut provisions: feed a mountain hut for the least money."""

from .models import HutAction, HutObservation

__all__ = ["HutAction", "HutObservation"]
