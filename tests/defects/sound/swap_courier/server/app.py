"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CourierAction, CourierObservation
    from .swap_courier_environment import SwapCourierEnvironment
except ImportError:
    from models import CourierAction, CourierObservation
    from server.swap_courier_environment import SwapCourierEnvironment

app = create_app(
    SwapCourierEnvironment,
    CourierAction,
    CourierObservation,
    env_name="swap_courier",
    max_concurrent_envs=64,
)
