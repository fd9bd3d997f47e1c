"""Plan the trips of a freight elevator."""

from .models import FreightTripsAction, FreightTripsObservation

__all__ = ["FreightTripsAction", "FreightTripsObservation"]
