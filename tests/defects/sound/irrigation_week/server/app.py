"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import IrrigationWeekAction, IrrigationWeekObservation
    from .irrigation_week_environment import IrrigationWeekEnvironment
except ImportError:
    from models import IrrigationWeekAction, IrrigationWeekObservation
    from server.irrigation_week_environment import IrrigationWeekEnvironment

app = create_app(
    IrrigationWeekEnvironment,
    IrrigationWeekAction,
    IrrigationWeekObservation,
    env_name="irrigation_week",
    max_concurrent_envs=64,
)
