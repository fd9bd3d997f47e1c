"""Kanban planner: get the cards of a board done in time"""

from .models import KanbanAction, KanbanObservation

__all__ = ["KanbanAction", "KanbanObservation"]
