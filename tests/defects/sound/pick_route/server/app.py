"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import PickRouteAction, PickRouteObservation
    from .pick_route_environment import PickRouteEnvironment
except ImportError:
    from models import PickRouteAction, PickRouteObservation
    from server.pick_route_environment import PickRouteEnvironment

app = create_app(
    PickRouteEnvironment,
    PickRouteAction,
    PickRouteObservation,
    env_name="pick_route",
    max_concurrent_envs=64,
)
