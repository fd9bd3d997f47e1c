"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HotelConciergeAction, HotelConciergeObservation
    from .hotel_concierge_environment import HotelConciergeEnvironment
except ImportError:
    from models import HotelConciergeAction, HotelConciergeObservation
    from server.hotel_concierge_environment import HotelConciergeEnvironment

app = create_app(
    HotelConciergeEnvironment,
    HotelConciergeAction,
    HotelConciergeObservation,
    env_name="hotel_concierge",
    max_concurrent_envs=64,
)
