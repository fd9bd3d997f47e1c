"""The server: `uvicorn ski_lift.server.app:app`, or `uvicorn server.app:app` in this folder."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from openenv.core.env_server import create_app

_folder = Path(__file__).resolve().parents[1]
_package = (__package__ or "").rpartition(".")[0] or _folder.name
if "." not in (__package__ or "") and str(_folder.parent) not in sys.path:
    sys.path.insert(0, str(_folder.parent))
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.ski_lift_environment")

app = create_app(
    _server.SkiLiftEnvironment,
    _models.SkiLiftAction,
    _models.SkiLiftObservation,
    env_name="ski_lift",
    max_concurrent_envs=64,
)
