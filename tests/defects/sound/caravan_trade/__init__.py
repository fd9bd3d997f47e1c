"""Caravan trade: buy and sell along a desert road."""

from .models import CaravanTradeAction, CaravanTradeObservation

__all__ = ["CaravanTradeAction", "CaravanTradeObservation"]
