"""Page Extract: extract product rows from a web page."""

from .models import ExtractAction, ExtractObservation

__all__ = ["ExtractAction", "ExtractObservation"]
