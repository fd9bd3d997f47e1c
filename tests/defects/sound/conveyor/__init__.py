"""Sort the waste on a conveyor belt."""

from .models import ConveyorAction, ConveyorObservation

__all__ = ["ConveyorAction", "ConveyorObservation"]
