"""Serves the environment: `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import OvenTuneAction, OvenTuneObservation
    from .oven_tune_environment import OvenTuneEnvironment
except ImportError:
    from models import OvenTuneAction, OvenTuneObservation
    from server.oven_tune_environment import OvenTuneEnvironment

app = create_app(
    OvenTuneEnvironment,
    OvenTuneAction,
    OvenTuneObservation,
    env_name="oven_tune",
    max_concurrent_envs=32,
)
