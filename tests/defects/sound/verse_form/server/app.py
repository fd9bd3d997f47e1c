"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import VerseAction, VerseObservation
    from .verse_form_environment import VerseFormEnvironment
except ImportError:
    from models import VerseAction, VerseObservation
    from server.verse_form_environment import VerseFormEnvironment

app = create_app(
    VerseFormEnvironment,
    VerseAction,
    VerseObservation,
    env_name="verse_form",
    max_concurrent_envs=32,
)
