"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import GameAction, GameObservation
    from .twenty_four_environment import TwentyFourEnvironment
except ImportError:
    from models import GameAction, GameObservation
    from server.twenty_four_environment import TwentyFourEnvironment

app = create_app(
    TwentyFourEnvironment,
    GameAction,
    GameObservation,
    env_name="twenty_four",
    max_concurrent_envs=64,
)
