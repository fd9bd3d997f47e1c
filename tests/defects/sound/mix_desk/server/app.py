"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import MixAction, MixObservation
    from .mix_desk_environment import MixEnvironment
except ImportError:
    from models import MixAction, MixObservation
    from server.mix_desk_environment import MixEnvironment

app = create_app(
    MixEnvironment, MixAction, MixObservation, env_name="mix_desk", max_concurrent_envs=64
)
