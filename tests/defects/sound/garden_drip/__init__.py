"""Garden drip: water beds under uncertain rain"""

from .models import GardenAction, GardenObservation

__all__ = ["GardenAction", "GardenObservation"]
