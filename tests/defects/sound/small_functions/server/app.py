"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import SmallFunctionsAction, SmallFunctionsObservation
    from .small_functions_environment import SmallFunctionsEnvironment
except ImportError:
    from models import SmallFunctionsAction, SmallFunctionsObservation
    from server.small_functions_environment import SmallFunctionsEnvironment

app = create_app(
    SmallFunctionsEnvironment,
    SmallFunctionsAction,
    SmallFunctionsObservation,
    env_name="small_functions",
    max_concurrent_envs=16,
)
