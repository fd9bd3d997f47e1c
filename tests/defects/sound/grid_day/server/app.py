"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import GridDayAction, GridDayObservation
    from .grid_day_environment import GridDayEnvironment
except ImportError:
    from models import GridDayAction, GridDayObservation
    from server.grid_day_environment import GridDayEnvironment

app = create_app(
    GridDayEnvironment,
    GridDayAction,
    GridDayObservation,
    env_name="grid_day",
    max_concurrent_envs=64,
)
