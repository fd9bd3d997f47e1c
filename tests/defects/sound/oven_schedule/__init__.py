"""Oven schedule: bake the orders of a morning in two ovens, in time."""

from .models import Order, PlanAction, PlanObservation

__all__ = ["Order", "PlanAction", "PlanObservation"]
