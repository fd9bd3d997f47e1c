"""ShyHearts: a trick-taking game with hidden hands."""

from .models import HandObservation, PlayAction

__all__ = ["HandObservation", "PlayAction"]
