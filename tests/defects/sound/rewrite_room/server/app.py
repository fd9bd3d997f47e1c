"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import RewriteRoomAction, RewriteRoomObservation
    from .rewrite_room_environment import RewriteRoomEnvironment
except ImportError:
    from models import RewriteRoomAction, RewriteRoomObservation
    from server.rewrite_room_environment import RewriteRoomEnvironment

app = create_app(
    RewriteRoomEnvironment,
    RewriteRoomAction,
    RewriteRoomObservation,
    env_name="rewrite_room",
    max_concurrent_envs=64,
)
