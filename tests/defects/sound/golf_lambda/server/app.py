"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import GolfAction, GolfObservation
    from .golf_lambda_environment import GolfLambdaEnvironment
except ImportError:
    from models import GolfAction, GolfObservation
    from server.golf_lambda_environment import GolfLambdaEnvironment

app = create_app(
    GolfLambdaEnvironment,
    GolfAction,
    GolfObservation,
    env_name="golf_lambda",
    max_concurrent_envs=64,
)
