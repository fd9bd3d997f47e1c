"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import OfferAction, OfferObservation
    from .solar_offers_environment import SolarOffersEnvironment
except ImportError:  # started inside the folder
    from models import OfferAction, OfferObservation
    from server.solar_offers_environment import SolarOffersEnvironment

app = create_app(
    SolarOffersEnvironment,
    OfferAction,
    OfferObservation,
    env_name="solar_offers",
    max_concurrent_envs=32,
)
