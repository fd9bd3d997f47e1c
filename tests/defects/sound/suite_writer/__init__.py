"""Write unit tests that expose faulty variants of a function."""

from .models import SuiteAction, SuiteObservation

__all__ = ["SuiteAction", "SuiteObservation"]
