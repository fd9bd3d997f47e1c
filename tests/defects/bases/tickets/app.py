"""The environment as a server."""

from openenv.core.env_server.http_server import create_app
from tickets import TicketsAction, TicketsEnvironment, TicketsObservation

app = create_app(
    TicketsEnvironment, TicketsAction, TicketsObservation, env_name="tickets", max_concurrent_envs=4
)
