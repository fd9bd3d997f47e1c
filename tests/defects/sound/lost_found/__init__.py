"""Lost and found: give lost things to their owners, or refuse"""

from .models import LostFoundAction, LostFoundObservation

__all__ = ["LostFoundAction", "LostFoundObservation"]
