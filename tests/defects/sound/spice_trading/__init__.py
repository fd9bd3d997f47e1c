"""Spice trading: buy, sail and sell along a coast and bring the money home."""

from .models import TradeAction, TradeObservation

__all__ = ["TradeAction", "TradeObservation"]
