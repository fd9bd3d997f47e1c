"""Parcel sorting line: sort parcels into chutes by the rules of the day"""

from .models import ParcelLineAction, ParcelLineObservation

__all__ = ["ParcelLineAction", "ParcelLineObservation"]
