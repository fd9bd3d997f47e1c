"""A trick-taking game with open hands."""

from .models import CardAction, TableObservation

__all__ = ["CardAction", "TableObservation"]
