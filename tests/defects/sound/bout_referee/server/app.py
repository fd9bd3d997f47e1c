"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

import importlib

from openenv.core.env_server import create_app

from hallmark_rl.sdk.environment.server_package import package_of

_package = package_of(__file__, __package__)
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.bout_referee_environment")

app = create_app(
    _server.BoutRefereeEnvironment,
    _models.BoutRefereeAction,
    _models.BoutRefereeObservation,
    env_name="bout_referee",
    max_concurrent_envs=64,
)
