"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ClaimDeskAction, ClaimDeskObservation
    from .claim_desk_environment import ClaimDeskEnvironment
except ImportError:
    from models import ClaimDeskAction, ClaimDeskObservation
    from server.claim_desk_environment import ClaimDeskEnvironment

app = create_app(
    ClaimDeskEnvironment,
    ClaimDeskAction,
    ClaimDeskObservation,
    env_name="claim_desk",
    max_concurrent_envs=16,
)
