"""Delivery check: settle complaints with proofs of delivery."""

from .models import CaseObservation, CheckAction

__all__ = ["CaseObservation", "CheckAction"]
