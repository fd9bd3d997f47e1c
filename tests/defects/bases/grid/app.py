"""The environment as a server."""

from grid_env import GridAction, GridEnvironment, GridObservation
from openenv.core.env_server.http_server import create_app

app = create_app(
    GridEnvironment, GridAction, GridObservation, env_name="grid", max_concurrent_envs=4
)
