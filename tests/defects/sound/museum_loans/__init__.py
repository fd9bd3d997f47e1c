"""Museum Loans: choose the loans of an exhibition within two limits."""

from .models import LoansAction, LoansObservation, Offer

__all__ = ["LoansAction", "LoansObservation", "Offer"]
