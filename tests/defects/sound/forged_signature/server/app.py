"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import SignatureAction, SignatureObservation
    from .forged_signature_environment import SignatureEnvironment
except ImportError:
    from models import SignatureAction, SignatureObservation
    from server.forged_signature_environment import SignatureEnvironment

app = create_app(
    SignatureEnvironment,
    SignatureAction,
    SignatureObservation,
    env_name="forged_signature",
    max_concurrent_envs=64,
)
