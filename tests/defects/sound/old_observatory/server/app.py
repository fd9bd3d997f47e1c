"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ObservatoryAction, ObservatoryObservation
    from .old_observatory_environment import ObservatoryEnvironment
except ImportError:
    from models import ObservatoryAction, ObservatoryObservation
    from server.old_observatory_environment import ObservatoryEnvironment

app = create_app(
    ObservatoryEnvironment,
    ObservatoryAction,
    ObservatoryObservation,
    env_name="old_observatory",
    max_concurrent_envs=64,
)
