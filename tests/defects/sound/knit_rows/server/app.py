"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import KnitAction, PatternObservation
    from .knit_rows_environment import KnitRowsEnvironment
except ImportError:
    from models import KnitAction, PatternObservation
    from server.knit_rows_environment import KnitRowsEnvironment

app = create_app(
    KnitRowsEnvironment,
    KnitAction,
    PatternObservation,
    env_name="knit_rows",
    max_concurrent_envs=64,
)
