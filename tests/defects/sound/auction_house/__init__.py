"""Bid in sealed second-price auctions."""

from .models import BidAction, LotObservation

__all__ = ["BidAction", "LotObservation"]
