"""The server: `uvicorn server.app:app` inside the folder of the environment."""

from openenv.core.env_server import create_app

try:
    from ..models import CastingAction, CastingObservation
    from .casting_desk_environment import CastingEnvironment
except ImportError:
    from models import CastingAction, CastingObservation
    from server.casting_desk_environment import CastingEnvironment

app = create_app(
    CastingEnvironment,
    CastingAction,
    CastingObservation,
    env_name="casting_desk",
    max_concurrent_envs=32,
)
