"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HeapsObservation, TakeAction
    from .heap_duel_environment import HeapDuelEnvironment
except ImportError:
    from models import HeapsObservation, TakeAction
    from server.heap_duel_environment import HeapDuelEnvironment

app = create_app(
    HeapDuelEnvironment,
    TakeAction,
    HeapsObservation,
    env_name="heap_duel",
    max_concurrent_envs=64,
)
