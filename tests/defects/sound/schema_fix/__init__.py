"""Schema Fix: repair a JSON document that breaks its schema."""

from .models import RepairAction, RepairObservation

__all__ = ["RepairAction", "RepairObservation"]
