"""Write small Python functions graded by hidden tests."""

from .models import SmallFunctionsAction, SmallFunctionsObservation

__all__ = ["SmallFunctionsAction", "SmallFunctionsObservation"]
