"""The market as a server."""

from environment import DepotEnvironment
from models import DepotAction, DepotObservation
from openenv.core.env_server.http_server import create_app

app = create_app(
    DepotEnvironment, DepotAction, DepotObservation, env_name="depot", max_concurrent_envs=4
)
