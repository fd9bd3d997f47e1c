"""Put the crates of a yard in order."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import CraneAction, YardObservation, YardState
    from ..yard import LEVELS, NAMES, Yard, draw, move
except ImportError:
    from models import CraneAction, YardObservation, YardState
    from yard import LEVELS, NAMES, Yard, draw, move


class CraneYardEnvironment(Environment[CraneAction, YardObservation, YardState]):
    """One yard per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = YardState()
        self._yard: Yard = ()
        self._goal: Yard = ()
        self._fuel = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> YardObservation:
        """Pile up the crates."""
        if level not in LEVELS:
            raise ValueError("level must be 1, 2 or 3")
        rng = random.Random() if seed is None else random.Random(f"yard {level} {seed}")
        self._yard, self._goal, self._fuel = draw(rng, level)
        self._done = False
        self._state = YardState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._seen("", None)

    def step(
        self, action: CraneAction, timeout_s: float | None = None, **kwargs: Any
    ) -> YardObservation:
        """Move a crate."""
        if self._done:
            return YardObservation(done=True, reward=0.0, note="the episode is over")
        self._state.step_count += 1
        self._fuel -= 1
        after = move(self._yard, action.move.strip().upper())
        note, reward = "", 0.0
        if after is None:
            note = "the crane cannot do this"
        else:
            self._yard = after
        if self._yard == self._goal:
            self._done, note, reward = True, "the yard is in order", 1.0
        elif self._fuel <= 0:
            self._done, note = True, "the fuel is used up"
        return self._seen(note, reward)

    @property
    def state(self) -> YardState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self, note: str, reward: float | None) -> YardObservation:
        return YardObservation(
            stacks=dict(zip(NAMES, self._yard, strict=True)),
            goal=dict(zip(NAMES, self._goal, strict=True)),
            fuel=self._fuel,
            note=note,
            reward=reward,
            done=self._done,
        )
