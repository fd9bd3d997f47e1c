"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import DepotObservation, RobotAction
    from .depot_shift_environment import DepotShiftEnvironment
except ImportError:
    from models import DepotObservation, RobotAction
    from server.depot_shift_environment import DepotShiftEnvironment

app = create_app(
    DepotShiftEnvironment,
    RobotAction,
    DepotObservation,
    env_name="depot_shift",
    max_concurrent_envs=64,
)
