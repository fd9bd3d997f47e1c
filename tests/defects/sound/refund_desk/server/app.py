"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import RefundAction, RefundObservation
    from .refund_desk_environment import RefundDeskEnvironment
except ImportError:
    from models import RefundAction, RefundObservation
    from server.refund_desk_environment import RefundDeskEnvironment

app = create_app(
    RefundDeskEnvironment,
    RefundAction,
    RefundObservation,
    env_name="refund_desk",
    max_concurrent_envs=64,
)
