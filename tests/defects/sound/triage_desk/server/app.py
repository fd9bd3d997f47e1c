"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import TriageRoomAction, TriageRoomObservation
    from .triage_room_environment import TriageRoomEnvironment
except ImportError:
    from models import TriageRoomAction, TriageRoomObservation
    from server.triage_room_environment import TriageRoomEnvironment

app = create_app(
    TriageRoomEnvironment,
    TriageRoomAction,
    TriageRoomObservation,
    env_name="triage_room",
    max_concurrent_envs=64,
)
