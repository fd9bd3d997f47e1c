"""Read the file of an insurance claim and pay or deny it."""

from .models import ClaimDeskAction, ClaimDeskObservation

__all__ = ["ClaimDeskAction", "ClaimDeskObservation"]
