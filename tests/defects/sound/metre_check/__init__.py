"""A poem metre checker."""

from .models import MetreAnswer, MetreObservation

__all__ = ["MetreAnswer", "MetreObservation"]
