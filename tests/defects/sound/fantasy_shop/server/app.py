"""FastAPI server: `uvicorn server.app:app` in this folder."""

import importlib
import sys
from pathlib import Path

from openenv.core.env_server import create_app

_ROOT = Path(__file__).resolve().parents[1]
if __package__ and "." in __package__:
    _package = __package__.rpartition(".")[0]
else:
    _package = _ROOT.name
    if str(_ROOT.parent) not in sys.path:
        sys.path.insert(0, str(_ROOT.parent))

_models = importlib.import_module(f"{_package}.models")
_module = importlib.import_module(f"{_package}.server.fantasy_shop_environment")

app = create_app(
    _module.FantasyShopEnvironment,
    _models.HaggleAction,
    _models.HaggleObservation,
    env_name="fantasy_shop",
    max_concurrent_envs=32,
)
