"""Answer visitors from the catalogue of a museum."""

from .models import MuseumGuideAction, MuseumGuideObservation

__all__ = ["MuseumGuideAction", "MuseumGuideObservation"]
