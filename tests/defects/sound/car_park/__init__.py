"""Parking attendant: assign arriving cars to the bays of a car park"""

from .models import ParkingAction, ParkingObservation

__all__ = ["ParkingAction", "ParkingObservation"]
