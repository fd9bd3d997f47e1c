"""Tea counter: blend what a customer wants, for as little as it can cost."""

from .models import CounterAction, CounterObservation, Holding, ShelfTea

__all__ = ["CounterAction", "CounterObservation", "Holding", "ShelfTea"]
