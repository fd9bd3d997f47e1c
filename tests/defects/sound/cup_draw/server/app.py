"""The server. Start it inside the folder with `uvicorn server.app:app`."""

from __future__ import annotations

import importlib

from openenv.core.env_server import create_app

from hallmark_rl.sdk.environment.server_package import package_of

_package = package_of(__file__, __package__)
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.cup_draw_environment")

app = create_app(
    _server.CupDrawEnvironment,
    _models.CupDrawAction,
    _models.CupDrawObservation,
    env_name="cup_draw",
    max_concurrent_envs=64,
)
