"""Speak for a side, with citations that support it."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..library import HELPFUL, brief
    from ..models import CitedDebateAction, CitedDebateObservation, CitedDebateState
except ImportError:
    from library import HELPFUL, brief
    from models import CitedDebateAction, CitedDebateObservation, CitedDebateState

SIDES = ("for", "against")
CITATION = re.compile(r"\[(S[0-9]+)\]")


class CitedDebateEnvironment(
    Environment[CitedDebateAction, CitedDebateObservation, CitedDebateState]
):
    """One speech an episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = CitedDebateState()
        self._motion = ""
        self._sources: dict[str, str] = {}
        self._helpful: frozenset[str] = frozenset()
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        side: str | None = None,
        **kwargs: Any,
    ) -> CitedDebateObservation:
        """Hand out a brief."""
        rng = random.Random() if seed is None else random.Random(f"debate {seed}")
        drawn = rng.choice(SIDES)
        side = drawn if side is None else side
        if side not in SIDES:
            raise ValueError(f"side must be for or against, not {side!r}")
        self._motion, self._sources, self._helpful = brief(rng, side)
        self._state = CitedDebateState(episode_id=episode_id or str(uuid.uuid4()), side=side)
        self._done = False
        return self._observe(None, 0.0, 0.0)

    def step(
        self, action: CitedDebateAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CitedDebateObservation:
        """Judge the speech."""
        if self._done:
            return self._observe(0.0, 0.0, 0.0)
        self._state.step_count += 1
        self._done = True
        cited = set(CITATION.findall(action.speech))
        good = sum(source in self._helpful for source in cited)
        support = min(1.0, good / HELPFUL)
        penalty = 0.25 * (len(cited) - good)
        return self._observe(max(0.0, support - penalty), support, penalty)

    @property
    def state(self) -> CitedDebateState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observe(
        self, reward: float | None, support: float, penalty: float
    ) -> CitedDebateObservation:
        return CitedDebateObservation(
            motion=self._motion,
            side=self._state.side,
            sources=dict(self._sources),
            support=support,
            penalty=penalty,
            reward=reward,
            done=self._done,
        )
