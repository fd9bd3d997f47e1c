"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import BloodAction, BloodObservation
    from .blood_bank_desk_environment import BloodBankEnvironment
except ImportError:
    from models import BloodAction, BloodObservation
    from server.blood_bank_desk_environment import BloodBankEnvironment

app = create_app(
    BloodBankEnvironment,
    BloodAction,
    BloodObservation,
    env_name="blood_bank_desk",
    max_concurrent_envs=64,
)
