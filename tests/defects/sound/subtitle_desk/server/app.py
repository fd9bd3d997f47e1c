"""The server. Start it inside the folder with `uvicorn server.app:app`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from openenv.core.env_server import create_app

_ROOT = Path(__file__).resolve().parents[1]
_package = (__package__ or "").rpartition(".")[0]
if not _package:  # started inside the folder: import it as a package all the same
    sys.path.insert(0, str(_ROOT.parent))
    _package = _ROOT.name

_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.subtitle_desk_environment")

app = create_app(
    _server.SubtitleDeskEnvironment,
    _models.SubtitleDeskAction,
    _models.SubtitleDeskObservation,
    env_name="subtitle_desk",
    max_concurrent_envs=32,
)
