"""API mock: write a mock server from a description and recorded calls."""

from .models import MockAction, MockObservation

__all__ = ["MockAction", "MockObservation"]
