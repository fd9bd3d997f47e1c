"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CurrencyDeskAction, CurrencyDeskObservation
    from .currency_desk_environment import CurrencyDeskEnvironment
except ImportError:
    from models import CurrencyDeskAction, CurrencyDeskObservation
    from server.currency_desk_environment import CurrencyDeskEnvironment

app = create_app(
    CurrencyDeskEnvironment,
    CurrencyDeskAction,
    CurrencyDeskObservation,
    env_name="currency_desk",
    max_concurrent_envs=64,
)
