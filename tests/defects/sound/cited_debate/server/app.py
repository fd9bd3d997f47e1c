"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CitedDebateAction, CitedDebateObservation
    from .cited_debate_environment import CitedDebateEnvironment
except ImportError:
    from models import CitedDebateAction, CitedDebateObservation
    from server.cited_debate_environment import CitedDebateEnvironment

app = create_app(
    CitedDebateEnvironment,
    CitedDebateAction,
    CitedDebateObservation,
    env_name="cited_debate",
    max_concurrent_envs=64,
)
