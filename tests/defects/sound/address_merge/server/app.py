"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import MergeAction, MergeObservation
    from .address_merge_environment import MergeEnvironment
except ImportError:
    from models import MergeAction, MergeObservation
    from server.address_merge_environment import MergeEnvironment

app = create_app(
    MergeEnvironment,
    MergeAction,
    MergeObservation,
    env_name="address_merge",
    max_concurrent_envs=64,
)
