"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import SeatingAction, SeatingObservation
    from .theatre_seating_environment import TheatreSeatingEnvironment
except ImportError:
    from models import SeatingAction, SeatingObservation
    from server.theatre_seating_environment import TheatreSeatingEnvironment

app = create_app(
    TheatreSeatingEnvironment,
    SeatingAction,
    SeatingObservation,
    env_name="theatre_seating",
    max_concurrent_envs=64,
)
