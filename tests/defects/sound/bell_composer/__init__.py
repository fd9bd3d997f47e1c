"""Compose the changes that lead from one row of bells to another."""

from .models import ComposeAction, ComposeObservation

__all__ = ["ComposeAction", "ComposeObservation"]
