"""The abandoned observatory: a text adventure: bring an abandoned telescope back to life"""

from .models import ObservatoryAction, ObservatoryObservation

__all__ = ["ObservatoryAction", "ObservatoryObservation"]
