"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import MarketObservation, TradeAction
    from .spice_trader_environment import SpiceTraderEnvironment
except ImportError:
    from models import MarketObservation, TradeAction
    from server.spice_trader_environment import SpiceTraderEnvironment

app = create_app(
    SpiceTraderEnvironment,
    TradeAction,
    MarketObservation,
    env_name="spice_trader",
    max_concurrent_envs=64,
)
