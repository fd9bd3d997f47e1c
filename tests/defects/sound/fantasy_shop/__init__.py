"""Fantasy shop: haggle with a merchant for one item."""

from .models import HaggleAction, HaggleObservation

__all__ = ["HaggleAction", "HaggleObservation"]
