"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HeapAction, HeapObservation
    from .stone_heaps_environment import StoneHeapsEnvironment
except ImportError:
    from models import HeapAction, HeapObservation
    from server.stone_heaps_environment import StoneHeapsEnvironment

app = create_app(
    StoneHeapsEnvironment,
    HeapAction,
    HeapObservation,
    env_name="stone_heaps",
    max_concurrent_envs=64,
)
