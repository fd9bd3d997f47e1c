"""Poker dice at told odds."""

from .models import Offer, PokerDiceAction, PokerDiceObservation

__all__ = ["Offer", "PokerDiceAction", "PokerDiceObservation"]
