"""Mountain-hut reservation: find the start date on which every hut of a tour has room."""

from .models import HutAction, HutObservation

__all__ = ["HutAction", "HutObservation"]
