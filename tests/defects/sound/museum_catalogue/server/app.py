"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import MuseumGuideAction, MuseumGuideObservation
    from .museum_guide_environment import MuseumGuideEnvironment
except ImportError:
    from models import MuseumGuideAction, MuseumGuideObservation
    from server.museum_guide_environment import MuseumGuideEnvironment

app = create_app(
    MuseumGuideEnvironment,
    MuseumGuideAction,
    MuseumGuideObservation,
    env_name="museum_guide",
    max_concurrent_envs=64,
)
