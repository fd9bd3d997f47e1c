"""Golf with lambdas: write short Python lambdas"""

from .models import GolfAction, GolfObservation

__all__ = ["GolfAction", "GolfObservation"]
