"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CraneAction, YardObservation
    from .crane_yard_environment import CraneYardEnvironment
except ImportError:
    from models import CraneAction, YardObservation
    from server.crane_yard_environment import CraneYardEnvironment

app = create_app(
    CraneYardEnvironment,
    CraneAction,
    YardObservation,
    env_name="crane_yard",
    max_concurrent_envs=64,
)
