"""The server. Start it inside the folder with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CourtAction, CourtObservation
    from .court_dates_environment import CourtDatesEnvironment
except ImportError:
    from models import CourtAction, CourtObservation
    from server.court_dates_environment import CourtDatesEnvironment

app = create_app(
    CourtDatesEnvironment,
    CourtAction,
    CourtObservation,
    env_name="court_dates",
    max_concurrent_envs=64,
)
