"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HedgeMazeAction, HedgeMazeObservation
    from .hedge_maze_environment import HedgeMazeEnvironment
except ImportError:
    from models import HedgeMazeAction, HedgeMazeObservation
    from server.hedge_maze_environment import HedgeMazeEnvironment

app = create_app(
    HedgeMazeEnvironment,
    HedgeMazeAction,
    HedgeMazeObservation,
    env_name="hedge_maze",
    max_concurrent_envs=64,
)
