"""The server: `uvicorn server.app:app` in this folder."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import PlanAction, PlanObservation
    from .oven_schedule_environment import OvenScheduleEnvironment
except ImportError:
    from models import PlanAction, PlanObservation
    from server.oven_schedule_environment import OvenScheduleEnvironment

app = create_app(
    OvenScheduleEnvironment,
    PlanAction,
    PlanObservation,
    env_name="oven_schedule",
    max_concurrent_envs=32,
)
