"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import CipherClubAction, CipherClubObservation
    from .cipher_club_environment import CipherClubEnvironment
except ImportError:
    from models import CipherClubAction, CipherClubObservation
    from server.cipher_club_environment import CipherClubEnvironment

app = create_app(
    CipherClubEnvironment,
    CipherClubAction,
    CipherClubObservation,
    env_name="cipher_club",
    max_concurrent_envs=64,
)
