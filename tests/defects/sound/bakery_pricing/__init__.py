"""Bakery pricing: set the prices of a bakery for a week."""

from .models import PriceAction, ShopObservation

__all__ = ["PriceAction", "ShopObservation"]
