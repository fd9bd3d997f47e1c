"""Opening library: name the chess opening on a catalogue card."""

from .models import CardObservation, LibrarianAction

__all__ = ["CardObservation", "LibrarianAction"]
