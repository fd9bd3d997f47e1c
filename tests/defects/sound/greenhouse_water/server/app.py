"""The server: `uvicorn server.app:app` in this folder."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import WateringAction, WateringObservation
    from .greenhouse_water_environment import GreenhouseWaterEnvironment
except ImportError:
    from models import WateringAction, WateringObservation
    from server.greenhouse_water_environment import GreenhouseWaterEnvironment

app = create_app(
    GreenhouseWaterEnvironment,
    WateringAction,
    WateringObservation,
    env_name="greenhouse_water",
    max_concurrent_envs=32,
)
