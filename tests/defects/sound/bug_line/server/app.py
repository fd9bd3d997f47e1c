"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import BugLineAction, BugLineObservation
    from .bug_line_environment import BugLineEnvironment
except ImportError:
    from models import BugLineAction, BugLineObservation
    from server.bug_line_environment import BugLineEnvironment

app = create_app(
    BugLineEnvironment,
    BugLineAction,
    BugLineObservation,
    env_name="bug_line",
    max_concurrent_envs=64,
)
