"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import PagerAction, PagerObservation
    from .pager_duty_environment import PagerEnvironment
except ImportError:
    from models import PagerAction, PagerObservation
    from server.pager_duty_environment import PagerEnvironment

app = create_app(
    PagerEnvironment,
    PagerAction,
    PagerObservation,
    env_name="pager_duty",
    max_concurrent_envs=64,
)
