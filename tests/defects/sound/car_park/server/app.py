"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ParkingAction, ParkingObservation
    from .parking_attendant_environment import ParkingEnvironment
except ImportError:
    from models import ParkingAction, ParkingObservation
    from server.parking_attendant_environment import ParkingEnvironment

app = create_app(
    ParkingEnvironment,
    ParkingAction,
    ParkingObservation,
    env_name="parking_attendant",
    max_concurrent_envs=64,
)
