"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import BoardObservation, MarkAction
    from .line_of_three_environment import LineOfThreeEnvironment
except ImportError:
    from models import BoardObservation, MarkAction
    from server.line_of_three_environment import LineOfThreeEnvironment

app = create_app(
    LineOfThreeEnvironment,
    MarkAction,
    BoardObservation,
    env_name="line_of_three",
    max_concurrent_envs=64,
)
