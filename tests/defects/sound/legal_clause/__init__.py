"""Cite the clause that answers a question."""

from .models import ClauseAction, ClauseObservation

__all__ = ["ClauseAction", "ClauseObservation"]
