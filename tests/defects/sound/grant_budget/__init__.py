"""Grant budget: allowed or refused, line by line."""

from .models import BudgetAction, BudgetObservation

__all__ = ["BudgetAction", "BudgetObservation"]
