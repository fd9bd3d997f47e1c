"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import StallAction, StallObservation
    from .market_stall_environment import MarketStallEnvironment
except ImportError:
    from models import StallAction, StallObservation
    from server.market_stall_environment import MarketStallEnvironment

app = create_app(
    MarketStallEnvironment,
    StallAction,
    StallObservation,
    env_name="market_stall",
    max_concurrent_envs=64,
)
