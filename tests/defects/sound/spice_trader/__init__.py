"""Spice Trader: buy and sell pepper over a week of known prices."""

from .models import MarketObservation, TradeAction

__all__ = ["MarketObservation", "TradeAction"]
