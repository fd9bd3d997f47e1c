"""Rota of a swimming pool: plan the guards' shifts of a swimming pool"""

from .models import RotaAction, RotaObservation

__all__ = ["RotaAction", "RotaObservation"]
