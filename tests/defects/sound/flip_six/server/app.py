"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import FlipAction, FlipObservation
    from .flip_six_environment import FlipSixEnvironment
except ImportError:
    from models import FlipAction, FlipObservation
    from server.flip_six_environment import FlipSixEnvironment

app = create_app(
    FlipSixEnvironment,
    FlipAction,
    FlipObservation,
    env_name="flip_six",
    max_concurrent_envs=64,
)
