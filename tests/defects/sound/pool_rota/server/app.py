"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import RotaAction, RotaObservation
    from .pool_rota_environment import RotaEnvironment
except ImportError:
    from models import RotaAction, RotaObservation
    from server.pool_rota_environment import RotaEnvironment

app = create_app(
    RotaEnvironment, RotaAction, RotaObservation, env_name="pool_rota", max_concurrent_envs=64
)
