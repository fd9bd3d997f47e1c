"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import TellerAction, TellerObservation
    from .bank_notes_environment import BankNotesEnvironment
except ImportError:
    from models import TellerAction, TellerObservation
    from server.bank_notes_environment import BankNotesEnvironment

app = create_app(
    BankNotesEnvironment,
    TellerAction,
    TellerObservation,
    env_name="bank_notes",
    max_concurrent_envs=64,
)
