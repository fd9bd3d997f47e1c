"""Serves the environment: `uvicorn server.app:app` inside its folder."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import JsonPatchDeskAction, JsonPatchDeskObservation
    from .json_patch_desk_environment import JsonPatchDeskEnvironment
except ImportError:
    from models import JsonPatchDeskAction, JsonPatchDeskObservation
    from server.json_patch_desk_environment import JsonPatchDeskEnvironment

app = create_app(
    JsonPatchDeskEnvironment,
    JsonPatchDeskAction,
    JsonPatchDeskObservation,
    env_name="json_patch_desk",
    max_concurrent_envs=32,
)
