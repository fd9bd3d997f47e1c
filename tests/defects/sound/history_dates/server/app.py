"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HistoryDatesAction, HistoryDatesObservation
    from .history_dates_environment import HistoryDatesEnvironment
except ImportError:
    from models import HistoryDatesAction, HistoryDatesObservation
    from server.history_dates_environment import HistoryDatesEnvironment

app = create_app(
    HistoryDatesEnvironment,
    HistoryDatesAction,
    HistoryDatesObservation,
    env_name="history_dates",
    max_concurrent_envs=64,
)
