"""Cipher Wheel: Decrypt a message whose beginning is known."""

from .models import CipherWheelAction, CipherWheelObservation

__all__ = ["CipherWheelAction", "CipherWheelObservation"]
