"""Museum guide: find out what a visitor wants and start the right audio track."""

from .models import GuideTurn, MuseumObservation

__all__ = ["GuideTurn", "MuseumObservation"]
