"""Settle the refund of a travel booking."""

from .models import RefundAction, RefundObservation

__all__ = ["RefundAction", "RefundObservation"]
