"""The game as a server."""

from environment import NumbersEnvironment
from models import NumbersAction, NumbersObservation
from openenv.core.env_server.http_server import create_app

app = create_app(
    NumbersEnvironment, NumbersAction, NumbersObservation, env_name="numbers", max_concurrent_envs=4
)
