"""The server: `uvicorn server.app:app` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import BurglaryAction, BurglaryObservation
    from .night_burglary_environment import NightBurglaryEnvironment
except ImportError:  # started inside the folder
    from models import BurglaryAction, BurglaryObservation
    from server.night_burglary_environment import NightBurglaryEnvironment

app = create_app(
    NightBurglaryEnvironment,
    BurglaryAction,
    BurglaryObservation,
    env_name="night_burglary",
    max_concurrent_envs=32,
)
