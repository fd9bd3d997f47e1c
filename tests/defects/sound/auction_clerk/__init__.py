"""Auction clerk: file the lots of a charity auction as sold, passed or withdrawn."""

from .models import ClerkAction, ClerkObservation, Lot

__all__ = ["ClerkAction", "ClerkObservation", "Lot"]
