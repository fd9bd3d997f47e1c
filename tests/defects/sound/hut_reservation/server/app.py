"""The server: `uvicorn server.app:app` inside the folder of the environment."""

from openenv.core.env_server import create_app

try:
    from ..models import HutAction, HutObservation
    from .hut_reservation_environment import HutEnvironment
except ImportError:
    from models import HutAction, HutObservation
    from server.hut_reservation_environment import HutEnvironment

app = create_app(
    HutEnvironment, HutAction, HutObservation, env_name="hut_reservation", max_concurrent_envs=32
)
