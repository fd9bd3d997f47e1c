"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import GardenAction, GardenObservation
    from .garden_drip_environment import GardenDripEnvironment
except ImportError:
    from models import GardenAction, GardenObservation
    from server.garden_drip_environment import GardenDripEnvironment

app = create_app(
    GardenDripEnvironment,
    GardenAction,
    GardenObservation,
    env_name="garden_drip",
    max_concurrent_envs=32,
)
