"""Canal lock: pass the boats of one shift through a single lock before closing time."""

from .models import LockAction, LockObservation

__all__ = ["LockAction", "LockObservation"]
