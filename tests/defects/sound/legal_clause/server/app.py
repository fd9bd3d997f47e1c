"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ClauseAction, ClauseObservation
    from .legal_clause_environment import LegalClauseEnvironment
except ImportError:
    from models import ClauseAction, ClauseObservation
    from server.legal_clause_environment import LegalClauseEnvironment

app = create_app(
    LegalClauseEnvironment,
    ClauseAction,
    ClauseObservation,
    env_name="legal_clause",
    max_concurrent_envs=64,
)
