"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import LostFoundAction, LostFoundObservation
    from .lost_found_environment import LostFoundEnvironment
except ImportError:
    from models import LostFoundAction, LostFoundObservation
    from server.lost_found_environment import LostFoundEnvironment

app = create_app(
    LostFoundEnvironment,
    LostFoundAction,
    LostFoundObservation,
    env_name="lost_found",
    max_concurrent_envs=64,
)
