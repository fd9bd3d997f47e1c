"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import BouquetAction, BouquetObservation
    from .bouquet_brief_environment import BouquetEnvironment
except ImportError:
    from models import BouquetAction, BouquetObservation
    from server.bouquet_brief_environment import BouquetEnvironment

app = create_app(
    BouquetEnvironment,
    BouquetAction,
    BouquetObservation,
    env_name="bouquet_brief",
    max_concurrent_envs=64,
)
