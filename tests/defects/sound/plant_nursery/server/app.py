"""Start with `uvicorn server.app:app` inside the folder of the environment."""

from openenv.core.env_server import create_app

try:
    from ..models import NurseryAction, NurseryObservation
    from .plant_nursery_environment import NurseryEnvironment
except ImportError:
    from models import NurseryAction, NurseryObservation
    from server.plant_nursery_environment import NurseryEnvironment

app = create_app(
    NurseryEnvironment,
    NurseryAction,
    NurseryObservation,
    env_name="plant_nursery",
    max_concurrent_envs=32,
)
