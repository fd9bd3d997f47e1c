"""Client of a coding server, over OpenEnv's WebSocket protocol.

with CodingClient("http://localhost:8000").sync() as client:
    result = client.reset(seed=0, level=2)
    result = client.step(CodingAction(code="def f(x): ..."))
"""

from __future__ import annotations

from hallmark_rl.sdk.environment.remote import VerifiedClient

from .models import CodingAction, CodingObservation, CodingState


class CodingClient(VerifiedClient[CodingAction, CodingObservation, CodingState]):
    """A client with the types of the coding environment."""

    action_type = CodingAction
    observation_type = CodingObservation
    state_type = CodingState
