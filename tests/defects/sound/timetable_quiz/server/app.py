"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from openenv.core.env_server import create_app

_package = (__package__ or "").rpartition(".")[0]
if not _package:
    _folder = Path(__file__).resolve().parents[1]
    sys.path.insert(0, str(_folder.parent))
    _package = _folder.name
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.timetable_quiz_environment")

app = create_app(
    _server.TimetableQuizEnvironment,
    _models.QuizAction,
    _models.QuizObservation,
    env_name="timetable_quiz",
    max_concurrent_envs=64,
)
