"""Start with `uvicorn server.app:app` inside the folder of the environment."""

from openenv.core.env_server import create_app

try:
    from ..models import OutlineAction, OutlineObservation
    from .essay_outline_environment import OutlineEnvironment
except ImportError:
    from models import OutlineAction, OutlineObservation
    from server.essay_outline_environment import OutlineEnvironment

app = create_app(
    OutlineEnvironment,
    OutlineAction,
    OutlineObservation,
    env_name="essay_outline",
    max_concurrent_envs=32,
)
