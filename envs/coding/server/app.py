"""The coding server.

uvicorn hallmark_rl.envs.coding.server.app:app    # from anywhere
uvicorn server.app:app                            # from this folder
"""

from __future__ import annotations

import importlib

from openenv.core.env_server import create_app

from hallmark_rl.sdk.environment.server_package import package_of

_package = package_of(__file__, __package__)
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.coding_environment")

app = create_app(
    _server.CodingEnvironment,
    _models.CodingAction,
    _models.CodingObservation,
    env_name="coding",
    max_concurrent_envs=64,
)
