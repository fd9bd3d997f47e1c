"""Find the service that broke the others."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..incidents import CAUSES, incident
    from ..models import TriageAction, TriageObservation, TriageState
except ImportError:
    from incidents import CAUSES, incident
    from models import TriageAction, TriageObservation, TriageState

LOOKS = 4
STEPS = 8
SERVICE_PAY = 0.7
CAUSE_PAY = 0.3


class LogTriageEnvironment(Environment[TriageAction, TriageObservation, TriageState]):
    """A night on call."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = TriageState()
        self._incident: dict[str, Any] = {}
        self._left = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> TriageObservation:
        """Wake up to the incident of the seed (a random one without a seed)."""
        rng = random.Random() if seed is None else random.Random(f"incident {seed}")
        self._incident = incident(rng)
        self._left = LOOKS
        self._done = False
        self._state = TriageState(
            episode_id=episode_id or str(uuid.uuid4()), services=len(self._incident["services"])
        )
        return self._observation([], {}, None)

    def step(
        self, action: TriageAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TriageObservation:
        """Read a log, or blame a service."""
        if self._done:
            return self._observation(["the incident is closed"], {}, 0.0)
        self._state.step_count += 1
        words = action.text.lower().split()
        known = len(words) > 1 and words[1] in self._incident["logs"]
        output, parts = ["usage: logs SERVICE | blame SERVICE CAUSE"], {}
        if len(words) == 2 and words[0] == "logs" and known:
            output = ["no more logs can be read"]
            if self._left:
                self._left -= 1
                output = list(self._incident["logs"][words[1]])
        elif len(words) == 3 and words[0] == "blame" and known and words[2] in CAUSES:
            service = words[1] == self._incident["service"]
            cause = service and words[2] == self._incident["cause"]
            parts = {"service": SERVICE_PAY * service, "cause": CAUSE_PAY * cause}
            output, self._done = ["incident closed"], True
        self._done = self._done or self._state.step_count >= STEPS
        return self._observation(output, parts, sum(parts.values(), 0.0))

    @property
    def state(self) -> TriageState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(
        self, output: list[str], parts: dict[str, float], reward: float | None
    ) -> TriageObservation:
        return TriageObservation(
            alert=self._incident.get("alert", ""),
            services=list(self._incident.get("services", [])),
            causes=sorted(CAUSES),
            output=output,
            looks_left=self._left,
            parts=parts,
            reward=reward,
            done=self._done,
        )
