"""OpenEnv environment: decipher a sentence, with hints at a price."""

from .models import CipherAction, CipherObservation

__all__ = ["CipherAction", "CipherObservation"]
