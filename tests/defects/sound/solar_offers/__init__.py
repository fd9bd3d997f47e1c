"""Solar offers: find the yearly yield of a roof among six estimates."""

from .models import OfferAction, OfferObservation

__all__ = ["OfferAction", "OfferObservation"]
