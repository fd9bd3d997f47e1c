"""Parcel desk: quote the postage of a parcel, with lookups that cost a fee."""

from .models import DeskAction, ParcelObservation

__all__ = ["DeskAction", "ParcelObservation"]
