"""Hotel concierge: meet the wishes of a guest within a budget"""

from .models import HotelConciergeAction, HotelConciergeObservation

__all__ = ["HotelConciergeAction", "HotelConciergeObservation"]
