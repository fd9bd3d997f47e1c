"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ShopAction, ShopObservation
    from .corner_shop_environment import ShopEnvironment
except ImportError:
    from models import ShopAction, ShopObservation
    from server.corner_shop_environment import ShopEnvironment

app = create_app(
    ShopEnvironment, ShopAction, ShopObservation, env_name="corner_shop", max_concurrent_envs=64
)
