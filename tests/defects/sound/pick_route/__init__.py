"""plan a short picking route through a warehouse"""

from .models import PickRouteAction, PickRouteObservation

__all__ = ["PickRouteAction", "PickRouteObservation"]
