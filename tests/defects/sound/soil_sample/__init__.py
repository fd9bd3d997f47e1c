"""Soil sample: choose laboratory tests and classify a soil."""

from .models import SoilAction, SoilReport

__all__ = ["SoilAction", "SoilReport"]
