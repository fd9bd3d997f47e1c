"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import LogDedupAction, LogDedupObservation
    from .log_dedup_environment import LogDedupEnvironment
except ImportError:
    from models import LogDedupAction, LogDedupObservation
    from server.log_dedup_environment import LogDedupEnvironment

app = create_app(
    LogDedupEnvironment,
    LogDedupAction,
    LogDedupObservation,
    env_name="log_dedup",
    max_concurrent_envs=64,
)
