"""Deliver parcels by e-bike and swap batteries."""

from .models import CourierAction, CourierObservation

__all__ = ["CourierAction", "CourierObservation"]
