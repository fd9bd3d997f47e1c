"""Gold panning: sluices, gold and a trading post."""

from .models import PannerAction, PannerObservation

__all__ = ["PannerAction", "PannerObservation"]
