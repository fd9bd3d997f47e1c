"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server import create_app

try:
    from ..models import HintAction, HintObservation
    from .sudoku_hints_environment import SudokuHintsEnvironment
except ImportError:
    from models import HintAction, HintObservation
    from server.sudoku_hints_environment import SudokuHintsEnvironment

app = create_app(
    SudokuHintsEnvironment,
    HintAction,
    HintObservation,
    env_name="sudoku_hints",
    max_concurrent_envs=64,
)
