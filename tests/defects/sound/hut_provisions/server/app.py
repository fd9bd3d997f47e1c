"""The server: `uvicorn server.app:app`, started inside the folder of the environment."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HutAction, HutObservation
    from .hut_provisions_environment import HutEnvironment
except ImportError:
    from models import HutAction, HutObservation
    from server.hut_provisions_environment import HutEnvironment

app = create_app(
    HutEnvironment,
    HutAction,
    HutObservation,
    env_name="hut_provisions",
    max_concurrent_envs=32,
)
