"""write a pattern that accepts just the strings of a rule"""

from .models import RegexAction, RegexObservation

__all__ = ["RegexAction", "RegexObservation"]
