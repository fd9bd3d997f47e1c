"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import MuseumTicketsAction, MuseumTicketsObservation
    from .museum_tickets_environment import MuseumTicketsEnvironment
except ImportError:
    from models import MuseumTicketsAction, MuseumTicketsObservation
    from server.museum_tickets_environment import MuseumTicketsEnvironment

app = create_app(
    MuseumTicketsEnvironment,
    MuseumTicketsAction,
    MuseumTicketsObservation,
    env_name="museum_tickets",
    max_concurrent_envs=64,
)
