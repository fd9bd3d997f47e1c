"""Start with `uvicorn server.app:app` inside the folder of the environment."""

from openenv.core.env_server import create_app

try:
    from ..models import MuseumGuardAction, MuseumGuardObservation
    from .museum_guard_environment import MuseumGuardEnvironment
except ImportError:
    from models import MuseumGuardAction, MuseumGuardObservation
    from server.museum_guard_environment import MuseumGuardEnvironment

app = create_app(
    MuseumGuardEnvironment,
    MuseumGuardAction,
    MuseumGuardObservation,
    env_name="museum_guard",
    max_concurrent_envs=32,
)
