"""FastAPI application of the environment.

uvicorn server.app:app --host 0.0.0.0 --port 8000
"""

from openenv.core.env_server import create_app

try:
    from ..models import CrosswordFillAction, CrosswordFillObservation
    from .crossword_fill_environment import CrosswordFillEnvironment
except ImportError:  # started inside the folder
    from models import CrosswordFillAction, CrosswordFillObservation
    from server.crossword_fill_environment import CrosswordFillEnvironment

app = create_app(
    CrosswordFillEnvironment,
    CrosswordFillAction,
    CrosswordFillObservation,
    env_name="crossword_fill",
    max_concurrent_envs=16,
)
