"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import GlasshouseObservation, WeekAction
    from .glasshouse_environment import GlasshouseEnvironment
except ImportError:
    from models import GlasshouseObservation, WeekAction
    from server.glasshouse_environment import GlasshouseEnvironment

app = create_app(
    GlasshouseEnvironment,
    WeekAction,
    GlasshouseObservation,
    env_name="glasshouse",
    max_concurrent_envs=64,
)
