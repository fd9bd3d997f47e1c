"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ArchiveAction, ArchiveObservation
    from .archive_search_environment import ArchiveSearchEnvironment
except ImportError:
    from models import ArchiveAction, ArchiveObservation
    from server.archive_search_environment import ArchiveSearchEnvironment

app = create_app(
    ArchiveSearchEnvironment,
    ArchiveAction,
    ArchiveObservation,
    env_name="archive_search",
    max_concurrent_envs=64,
)
