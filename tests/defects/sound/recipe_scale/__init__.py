"""Scale a recipe to other servings."""

from .models import RecipeObservation, ScaleAction

__all__ = ["RecipeObservation", "ScaleAction"]
