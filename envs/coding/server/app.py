"""The coding server.

uvicorn hallmark_rl.envs.coding.server.app:app    # anywhere
uvicorn server.app:app                         # inside the folder
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from openenv.core.env_server import create_app

_folder = Path(__file__).resolve().parents[1]
_package = (__package__ or "").rpartition(".")[0]
if not _package:  # started inside the folder: import it as the package that it is
    sys.path.insert(0, str(_folder.parent))
    _package = _folder.name
_models = importlib.import_module(f"{_package}.models")
_server = importlib.import_module(f"{_package}.server.coding_environment")

app = create_app(
    _server.CodingEnvironment,
    _models.CodingAction,
    _models.CodingObservation,
    env_name="coding",
    max_concurrent_envs=64,
)
