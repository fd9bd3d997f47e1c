"""Bouquet to a brief: compose a bouquet that meets a customer's brief"""

from .models import BouquetAction, BouquetObservation

__all__ = ["BouquetAction", "BouquetObservation"]
