"""Bring a bond portfolio to its target weights."""

from .models import PortfolioObservation, Trade

__all__ = ["PortfolioObservation", "Trade"]
