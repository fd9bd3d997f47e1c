"""Decode messages of a club with rotating keys."""

from .models import CipherClubAction, CipherClubObservation

__all__ = ["CipherClubAction", "CipherClubObservation"]
