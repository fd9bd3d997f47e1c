"""The guessing game as a server application."""

from __future__ import annotations

from openenv.core.env_server import create_app

from tests.sdk.guessing import Guess, Guessing, Reply

app = create_app(Guessing, Guess, Reply, env_name="guessing", max_concurrent_envs=8)
