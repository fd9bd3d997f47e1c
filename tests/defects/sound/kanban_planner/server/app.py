"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import KanbanAction, KanbanObservation
    from .kanban_planner_environment import KanbanPlannerEnvironment
except ImportError:
    from models import KanbanAction, KanbanObservation
    from server.kanban_planner_environment import KanbanPlannerEnvironment

app = create_app(
    KanbanPlannerEnvironment,
    KanbanAction,
    KanbanObservation,
    env_name="kanban_planner",
    max_concurrent_envs=64,
)
