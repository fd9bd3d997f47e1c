"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import RegexAction, RegexObservation
    from .regex_smith_environment import RegexEnvironment
except ImportError:
    from models import RegexAction, RegexObservation
    from server.regex_smith_environment import RegexEnvironment

app = create_app(
    RegexEnvironment, RegexAction, RegexObservation, env_name="regex_smith", max_concurrent_envs=64
)
