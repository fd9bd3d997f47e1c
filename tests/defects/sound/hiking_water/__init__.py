"""Hiking water: plan where to fill the bottles on a dry trail."""

from .models import PlanAction, PlanObservation

__all__ = ["PlanAction", "PlanObservation"]
