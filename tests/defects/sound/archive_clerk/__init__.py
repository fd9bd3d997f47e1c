"""Archive search: find the shelf mark of a folder."""

from .models import ArchiveAction, ArchiveObservation

__all__ = ["ArchiveAction", "ArchiveObservation"]
