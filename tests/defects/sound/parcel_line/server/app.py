"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ParcelLineAction, ParcelLineObservation
    from .parcel_line_environment import ParcelLineEnvironment
except ImportError:
    from models import ParcelLineAction, ParcelLineObservation
    from server.parcel_line_environment import ParcelLineEnvironment

app = create_app(
    ParcelLineEnvironment,
    ParcelLineAction,
    ParcelLineObservation,
    env_name="parcel_line",
    max_concurrent_envs=64,
)
