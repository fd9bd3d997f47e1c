"""The environment as a server."""

from openenv.core.env_server.http_server import create_app
from relay import RelayAction, RelayEnvironment, RelayObservation

app = create_app(
    RelayEnvironment, RelayAction, RelayObservation, env_name="relay", max_concurrent_envs=4
)
