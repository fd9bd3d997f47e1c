"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HandObservation, PlayAction
    from .shy_hearts_environment import ShyHeartsEnvironment
except ImportError:
    from models import HandObservation, PlayAction
    from server.shy_hearts_environment import ShyHeartsEnvironment

app = create_app(
    ShyHeartsEnvironment,
    PlayAction,
    HandObservation,
    env_name="shy_hearts",
    max_concurrent_envs=64,
)
