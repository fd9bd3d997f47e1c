"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import DiceAction, DiceObservation
    from .dice_double_environment import DiceDoubleEnvironment
except ImportError:
    from models import DiceAction, DiceObservation
    from server.dice_double_environment import DiceDoubleEnvironment

app = create_app(
    DiceDoubleEnvironment,
    DiceAction,
    DiceObservation,
    env_name="dice_double",
    max_concurrent_envs=64,
)
