"""find the wrong line of a small Python listing"""

from .models import BugLineAction, BugLineObservation

__all__ = ["BugLineAction", "BugLineObservation"]
