"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import LadderAction, LadderObservation
    from .rung_words_environment import RungWordsEnvironment
except ImportError:
    from models import LadderAction, LadderObservation
    from server.rung_words_environment import RungWordsEnvironment

app = create_app(
    RungWordsEnvironment,
    LadderAction,
    LadderObservation,
    env_name="rung_words",
    max_concurrent_envs=64,
)
