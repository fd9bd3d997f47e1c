"""Route support tickets to the right queue."""

from .models import TicketRouterAction, TicketRouterObservation

__all__ = ["TicketRouterAction", "TicketRouterObservation"]
