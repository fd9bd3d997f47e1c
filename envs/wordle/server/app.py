"""The Wordle server.

uvicorn hallmark_rl.envs.wordle.server.app:app    # from anywhere
uvicorn server.app:app                            # from this folder
"""

from __future__ import annotations

import importlib

from openenv.core.env_server import create_app

from hallmark_rl.sdk.environment.server_package import package_of

_package = package_of(__file__, __package__)
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.wordle_environment")

app = create_app(
    _server.WordleEnvironment,
    _models.Guess,
    _models.WordleObservation,
    env_name="wordle",
    max_concurrent_envs=64,
)
