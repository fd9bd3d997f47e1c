"""Count the bees of an apiary from its log."""

from .models import ApiaryAction, ApiaryObservation

__all__ = ["ApiaryAction", "ApiaryObservation"]
