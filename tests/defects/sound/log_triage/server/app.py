"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import TriageAction, TriageObservation
    from .log_triage_environment import LogTriageEnvironment
except ImportError:
    from models import TriageAction, TriageObservation
    from server.log_triage_environment import LogTriageEnvironment

app = create_app(
    LogTriageEnvironment,
    TriageAction,
    TriageObservation,
    env_name="log_triage",
    max_concurrent_envs=32,
)
