"""Answer the exercises of a unit-conversion tutor."""

from .models import UnitTutorAction, UnitTutorObservation

__all__ = ["UnitTutorAction", "UnitTutorObservation"]
