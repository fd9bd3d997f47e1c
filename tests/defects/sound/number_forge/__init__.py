"""Number Forge: reach a target number with the numbers on the table."""

from .models import ForgeAction, ForgeObservation

__all__ = ["ForgeAction", "ForgeObservation"]
