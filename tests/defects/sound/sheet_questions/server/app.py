"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server import create_app

try:
    from ..models import SheetAction, SheetObservation
    from .sheet_questions_environment import SheetQuestionsEnvironment
except ImportError:
    from models import SheetAction, SheetObservation
    from server.sheet_questions_environment import SheetQuestionsEnvironment

app = create_app(
    SheetQuestionsEnvironment,
    SheetAction,
    SheetObservation,
    env_name="sheet_questions",
    max_concurrent_envs=64,
)
