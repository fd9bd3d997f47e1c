"""The server of the environment."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import VendingChangeAction, VendingChangeObservation
    from .vending_change_environment import VendingChangeEnvironment
except ImportError:
    from models import VendingChangeAction, VendingChangeObservation
    from server.vending_change_environment import VendingChangeEnvironment

app = create_app(
    VendingChangeEnvironment,
    VendingChangeAction,
    VendingChangeObservation,
    env_name="vending_change",
    max_concurrent_envs=32,
)
