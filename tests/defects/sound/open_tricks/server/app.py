"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CardAction, TableObservation
    from .open_tricks_environment import OpenTricksEnvironment
except ImportError:
    from models import CardAction, TableObservation
    from server.open_tricks_environment import OpenTricksEnvironment

app = create_app(
    OpenTricksEnvironment,
    CardAction,
    TableObservation,
    env_name="open_tricks",
    max_concurrent_envs=64,
)
