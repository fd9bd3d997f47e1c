"""Irrigation week: water three beds for a week from one tank"""

from .models import IrrigationWeekAction, IrrigationWeekObservation

__all__ = ["IrrigationWeekAction", "IrrigationWeekObservation"]
