"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import TestWriterAction, TestWriterObservation
    from .suite_environment import TestWriterEnvironment
except ImportError:
    from models import TestWriterAction, TestWriterObservation
    from server.suite_environment import TestWriterEnvironment

app = create_app(
    TestWriterEnvironment,
    TestWriterAction,
    TestWriterObservation,
    env_name="test_writer",
    max_concurrent_envs=64,
)
