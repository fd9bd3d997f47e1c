"""Match donors and patients in cycles."""

from .models import KidneyExchangeAction, KidneyExchangeObservation

__all__ = ["KidneyExchangeAction", "KidneyExchangeObservation"]
