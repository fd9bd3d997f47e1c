"""Vending Repair: find the broken module of a vending machine."""

from .models import VendingRepairAction, VendingRepairObservation

__all__ = ["VendingRepairAction", "VendingRepairObservation"]
