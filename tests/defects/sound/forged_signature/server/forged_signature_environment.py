"""Find the forged signatures."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..cases import LEVELS, Case, make_case
    from ..models import SignatureAction, SignatureObservation, SignatureState
except ImportError:
    from cases import LEVELS, Case, make_case
    from models import SignatureAction, SignatureObservation, SignatureState

CASES = 4


class SignatureEnvironment(Environment[SignatureAction, SignatureObservation, SignatureState]):
    """Four cases of one bank."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SignatureState()
        self._cases: list[Case] = []
        self._at = 0
        self._right = 0

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> SignatureObservation:
        """Open the first case.

        Raises:
            ValueError: there is no such level.
        """
        level = "easy" if level is None else level
        if level not in tuple(LEVELS):
            raise ValueError(f"level must be easy or hard, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"bank {level} {seed}")
        self._cases = [make_case(rng, level) for _ in range(CASES)]
        self._at = self._right = 0
        self._state = SignatureState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._show(None)

    def step(
        self, action: SignatureAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SignatureObservation:
        """Answer a case."""
        if self._at >= len(self._cases):
            return self._show(0.0)
        self._state.step_count += 1
        right = action.pick == self._cases[self._at].forged + 1
        self._at += 1
        self._right += right
        return self._show(1 / CASES if right else 0.0)

    @property
    def state(self) -> SignatureState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _show(self, reward: float | None) -> SignatureObservation:
        if self._at >= len(self._cases):
            return SignatureObservation(case=self._at, right=self._right, reward=reward, done=True)
        case = self._cases[self._at]
        return SignatureObservation(
            case=self._at + 1,
            references=[list(values) for values in case.references],
            questioned=[list(values) for values in case.questioned],
            right=self._right,
            reward=reward,
            done=False,
        )
