"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HeapsAction, HeapsObservation
    from .heaps_environment import HeapsEnvironment
except ImportError:
    from models import HeapsAction, HeapsObservation
    from server.heaps_environment import HeapsEnvironment

app = create_app(
    HeapsEnvironment,
    HeapsAction,
    HeapsObservation,
    env_name="heaps",
    max_concurrent_envs=16,
)
