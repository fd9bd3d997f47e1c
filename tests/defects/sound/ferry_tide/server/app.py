"""uvicorn server.app:app"""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import FerryAction, FerryObservation
    from .ferry_tide_environment import FerryTideEnvironment
except ImportError:
    from models import FerryAction, FerryObservation
    from server.ferry_tide_environment import FerryTideEnvironment

app = create_app(
    FerryTideEnvironment,
    FerryAction,
    FerryObservation,
    env_name="ferry_tide",
    max_concurrent_envs=64,
)
