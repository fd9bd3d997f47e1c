"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ChessEndgameAction, ChessEndgameObservation
    from .chess_endgame_environment import ChessEndgameEnvironment
except ImportError:
    from models import ChessEndgameAction, ChessEndgameObservation
    from server.chess_endgame_environment import ChessEndgameEnvironment

app = create_app(
    ChessEndgameEnvironment,
    ChessEndgameAction,
    ChessEndgameObservation,
    env_name="chess_endgame",
    max_concurrent_envs=64,
)
