"""Write the changelog of a release from its commits."""

from .models import ChangelogAction, ChangelogObservation

__all__ = ["ChangelogAction", "ChangelogObservation"]
