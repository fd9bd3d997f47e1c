"""Match orders by price, then time."""

from .models import BookMatchAction, BookMatchObservation

__all__ = ["BookMatchAction", "BookMatchObservation"]
