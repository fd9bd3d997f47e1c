"""The server. Start it inside this folder with `uvicorn server.app:app`."""

from __future__ import annotations

import importlib

from openenv.core.env_server import create_app

from hallmark_rl.sdk.environment.server_package import package_of

_package = package_of(__file__, __package__)
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.chord_speller_environment")

app = create_app(
    _server.ChordSpellerEnvironment,
    _models.Spelling,
    _models.Question,
    env_name="chord_speller",
    max_concurrent_envs=64,
)
