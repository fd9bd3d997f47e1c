"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import GolfAction, GolfObservation
    from .regex_golf_environment import RegexGolfEnvironment
except ImportError:
    from models import GolfAction, GolfObservation
    from server.regex_golf_environment import RegexGolfEnvironment

app = create_app(
    RegexGolfEnvironment, GolfAction, GolfObservation, env_name="regex_golf", max_concurrent_envs=64
)
