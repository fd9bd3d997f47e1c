"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CodeAction, CodeObservation
    from .safe_code_environment import SafeCodeEnvironment
except ImportError:
    from models import CodeAction, CodeObservation
    from server.safe_code_environment import SafeCodeEnvironment

app = create_app(
    SafeCodeEnvironment,
    CodeAction,
    CodeObservation,
    env_name="safe_code",
    max_concurrent_envs=32,
)
