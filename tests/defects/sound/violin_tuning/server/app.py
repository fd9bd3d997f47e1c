"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ViolinTuningAction, ViolinTuningObservation
    from .violin_tuning_environment import ViolinTuningEnvironment
except ImportError:
    from models import ViolinTuningAction, ViolinTuningObservation
    from server.violin_tuning_environment import ViolinTuningEnvironment

app = create_app(
    ViolinTuningEnvironment,
    ViolinTuningAction,
    ViolinTuningObservation,
    env_name="violin_tuning",
    max_concurrent_envs=64,
)
