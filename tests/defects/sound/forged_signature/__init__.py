"""Forged signature: find the forged signature among the genuine ones"""

from .models import SignatureAction, SignatureObservation

__all__ = ["SignatureAction", "SignatureObservation"]
