"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import StockAction, StockObservation
    from .spare_parts_environment import SparePartsEnvironment
except ImportError:
    from models import StockAction, StockObservation
    from server.spare_parts_environment import SparePartsEnvironment

app = create_app(
    SparePartsEnvironment,
    StockAction,
    StockObservation,
    env_name="spare_parts",
    max_concurrent_envs=64,
)
