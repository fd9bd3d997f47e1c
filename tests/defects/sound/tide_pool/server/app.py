"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import TidePoolAction, TidePoolObservation
    from .tide_pool_environment import TidePoolEnvironment
except ImportError:
    from models import TidePoolAction, TidePoolObservation
    from server.tide_pool_environment import TidePoolEnvironment

app = create_app(
    TidePoolEnvironment,
    TidePoolAction,
    TidePoolObservation,
    env_name="tide_pool",
    max_concurrent_envs=64,
)
