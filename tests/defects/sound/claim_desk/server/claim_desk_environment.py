"""Decide an insurance claim."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..claims import REASONS, Claim, draw
    from ..models import ClaimDeskAction, ClaimDeskObservation, ClaimDeskState
except ImportError:
    from claims import REASONS, Claim, draw
    from models import ClaimDeskAction, ClaimDeskObservation, ClaimDeskState

MESSAGES = 8
TOLERANCE = 0.01
PAY = re.compile(r"pay (\d{1,9}(?:\.\d{1,2})?)", re.ASCII)


class ClaimDeskEnvironment(Environment[ClaimDeskAction, ClaimDeskObservation, ClaimDeskState]):
    """Read the file, then pay or deny."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ClaimDeskState()
        self._claim: Claim | None = None
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> ClaimDeskObservation:
        """Put a new file on the desk."""
        rng = random.Random() if seed is None else random.Random(f"claim {seed}")
        self._claim = draw(rng)
        self._done = False
        self._state = ClaimDeskState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("A new claim. Documents: policy, report, invoices.", None)

    def step(
        self, action: ClaimDeskAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ClaimDeskObservation:
        """Open a document, pay or deny."""
        if self._done or self._claim is None:
            return ClaimDeskObservation(done=True, reward=0.0, text="The desk is closed.")
        self._state.step_count += 1
        line = " ".join(action.message.lower().split())
        documents, reward, text = self._claim.documents(), 0.0, "Refused."
        verb, _, rest = line.partition(" ")
        if verb == "open" and rest in documents:
            text = documents[rest]
            if rest not in self._state.opened:
                self._state.opened.append(rest)
        elif paid := PAY.fullmatch(line):
            reward, text = self._pay(float(paid[1])), "Paid."
            self._done = True
        elif verb == "deny" and rest in REASONS:
            reward, text = float(self._claim.decision()[0] == rest), "Denied."
            self._done = True
        self._done = self._done or self._state.step_count >= MESSAGES
        return self._observation(text, reward)

    def _pay(self, amount: float) -> float:
        verdict, due = self._claim.decision()
        if verdict != "pay":
            return 0.0
        return float(abs(amount - due) <= TOLERANCE * due)

    @property
    def state(self) -> ClaimDeskState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, text: str, reward: float | None) -> ClaimDeskObservation:
        left = MESSAGES - self._state.step_count
        return ClaimDeskObservation(text=text, messages_left=left, reward=reward, done=self._done)
