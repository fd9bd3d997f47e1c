"""Plan the feedings of a starter."""

from .models import FeedingAction, FeedingObservation

__all__ = ["FeedingAction", "FeedingObservation"]
