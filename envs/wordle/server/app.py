"""The Wordle server: `uvicorn envs.wordle.server.app:app`; in the folder, `server.app:app`."""

from __future__ import annotations

import importlib

from openenv.core.env_server import create_app

from sdk.serving import package_of

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
