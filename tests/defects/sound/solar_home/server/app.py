"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import SolarHomeAction, SolarHomeObservation
    from .solar_home_environment import SolarHomeEnvironment
except ImportError:
    from models import SolarHomeAction, SolarHomeObservation
    from server.solar_home_environment import SolarHomeEnvironment

app = create_app(
    SolarHomeEnvironment,
    SolarHomeAction,
    SolarHomeObservation,
    env_name="solar_home",
    max_concurrent_envs=16,
)
