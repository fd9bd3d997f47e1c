"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import RecipeObservation, ScaleAction
    from .recipe_scale_environment import RecipeScaleEnvironment
except ImportError:
    from models import RecipeObservation, ScaleAction
    from server.recipe_scale_environment import RecipeScaleEnvironment

app = create_app(
    RecipeScaleEnvironment,
    ScaleAction,
    RecipeObservation,
    env_name="recipe_scale",
    max_concurrent_envs=64,
)
