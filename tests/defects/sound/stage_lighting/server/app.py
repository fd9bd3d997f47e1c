"""FastAPI server: `uvicorn server.app:app` here, or `uvicorn stage_lighting.server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import DeskAction, DeskObservation
    from .stage_lighting_environment import StageLighting
except ImportError:
    from models import DeskAction, DeskObservation
    from server.stage_lighting_environment import StageLighting

app = create_app(
    StageLighting, DeskAction, DeskObservation, env_name="stage_lighting", max_concurrent_envs=32
)
