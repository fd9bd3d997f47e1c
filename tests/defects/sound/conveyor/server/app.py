"""Serves the environment: `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import ConveyorAction, ConveyorObservation
    from .conveyor_environment import ConveyorEnvironment
except ImportError:
    from models import ConveyorAction, ConveyorObservation
    from server.conveyor_environment import ConveyorEnvironment

app = create_app(
    ConveyorEnvironment,
    ConveyorAction,
    ConveyorObservation,
    env_name="conveyor",
    max_concurrent_envs=32,
)
