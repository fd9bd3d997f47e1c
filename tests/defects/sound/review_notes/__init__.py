"""Review Notes: comment on the defects of a Python file."""

from .models import ReviewAction, ReviewObservation

__all__ = ["ReviewAction", "ReviewObservation"]
