"""Phone trader: buy, inspect, sell and return second-hand phones."""

from .models import PhoneTraderAction, PhoneTraderObservation

__all__ = ["PhoneTraderAction", "PhoneTraderObservation"]
