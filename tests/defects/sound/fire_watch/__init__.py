"""Fire watch: find a forest fire by the bearings of towers"""

from .models import FireWatchAction, FireWatchObservation

__all__ = ["FireWatchAction", "FireWatchObservation"]
