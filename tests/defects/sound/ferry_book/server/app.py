"""The server: `uvicorn server.app:app` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import FerryAction, FerryObservation
    from .ferry_book_environment import FerryBookEnvironment
except ImportError:  # started inside the folder
    from models import FerryAction, FerryObservation
    from server.ferry_book_environment import FerryBookEnvironment

app = create_app(
    FerryBookEnvironment,
    FerryAction,
    FerryObservation,
    env_name="ferry_book",
    max_concurrent_envs=32,
)
