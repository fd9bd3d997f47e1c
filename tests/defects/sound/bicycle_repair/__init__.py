"""Bicycle repair: inspect a bicycle and name the fault."""

from .models import WorkshopAction, WorkshopView

__all__ = ["WorkshopAction", "WorkshopView"]
