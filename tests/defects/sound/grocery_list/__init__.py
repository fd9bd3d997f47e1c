"""Grocery list: read a shopping list and add up one item."""

from .models import ListAnswer, ListObservation

__all__ = ["ListAnswer", "ListObservation"]
