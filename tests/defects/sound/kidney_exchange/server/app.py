"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import KidneyExchangeAction, KidneyExchangeObservation
    from .kidney_exchange_environment import KidneyExchangeEnvironment
except ImportError:
    from models import KidneyExchangeAction, KidneyExchangeObservation
    from server.kidney_exchange_environment import KidneyExchangeEnvironment

app = create_app(
    KidneyExchangeEnvironment,
    KidneyExchangeAction,
    KidneyExchangeObservation,
    env_name="kidney_exchange",
    max_concurrent_envs=64,
)
