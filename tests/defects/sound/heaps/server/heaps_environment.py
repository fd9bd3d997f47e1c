"""Nim with three heaps against a scripted opponent."""

from __future__ import annotations

import random
import uuid
from functools import reduce
from operator import xor
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import HeapsAction, HeapsObservation, HeapsState
except ImportError:
    from models import HeapsAction, HeapsObservation, HeapsState

SKILL = {"novice": 0.0, "club": 0.67, "master": 1.0}
REFUSALS = 3


def perfect(heaps: list[int]) -> tuple[int, int] | None:
    """A winning move as heap and stones; None if there is none."""
    total = reduce(xor, heaps)
    for number, stones in enumerate(heaps):
        if total and stones ^ total < stones:
            return number, stones - (stones ^ total)
    return None


class HeapsEnvironment(Environment[HeapsAction, HeapsObservation, HeapsState]):
    """Take the last stone."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HeapsState()
        self._rng = random.Random()
        self._heaps: list[int] = []
        self._refusals = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> HeapsObservation:
        """Heap up the stones."""
        level = "club" if level is None else level
        if level not in SKILL:
            raise ValueError(f"level must be one of {', '.join(SKILL)}, not {level!r}")
        self._rng = random.Random() if seed is None else random.Random(f"nim {level} {seed}")
        self._heaps = [0, 0, 0]
        while perfect(self._heaps) is None:
            self._heaps = [self._rng.randint(3, 9) for _ in range(3)]
        self._refusals = 0
        self._done = False
        self._state = HeapsState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observation(["your move"], None)

    def step(
        self, action: HeapsAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HeapsObservation:
        """The agent's move and the answer."""
        if self._done:
            return HeapsObservation(done=True, reward=0.0, log=["the game is over"])
        self._state.step_count += 1
        number, take = action.heap - 1, action.take
        if not 0 <= number < len(self._heaps) or not 1 <= take <= self._heaps[number]:
            self._refusals += 1
            self._done = self._refusals >= REFUSALS
            return self._observation(["refused"], 0.0)
        self._heaps[number] -= take
        log = [f"you take {take} from heap {number + 1}"]
        if not any(self._heaps):
            self._done = True
            return self._observation([*log, "you win"], 1.0)
        number, take = self._answer()
        self._heaps[number] -= take
        log.append(f"the opponent takes {take} from heap {number + 1}")
        if not any(self._heaps):
            self._done = True
            log.append("the opponent wins")
        return self._observation(log, 0.0)

    def _answer(self) -> tuple[int, int]:
        move = perfect(self._heaps)
        if move is not None and self._rng.random() < SKILL[self._state.level]:
            return move
        number = self._rng.choice([i for i, stones in enumerate(self._heaps) if stones])
        return number, self._rng.randint(1, self._heaps[number])

    @property
    def state(self) -> HeapsState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, log: list[str], reward: float | None) -> HeapsObservation:
        return HeapsObservation(
            heaps=list(self._heaps),
            log=log,
            refusals=self._refusals,
            reward=reward,
            done=self._done,
        )
