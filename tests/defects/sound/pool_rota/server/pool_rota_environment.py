"""The planner's office."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Guard, RotaAction, RotaObservation, RotaState
    from ..week import faults, week
except ImportError:
    from models import Guard, RotaAction, RotaObservation, RotaState
    from week import faults, week

PAY = (1.0, 0.7, 0.4)


class RotaEnvironment(Environment[RotaAction, RotaObservation, RotaState]):
    """Plan a week."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = RotaState()
        self._guards: list[Guard] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> RotaObservation:
        """A new week."""
        rng = random.Random() if seed is None else random.Random(f"pool week {seed}")
        self._guards = week(rng)
        self._done = False
        self._state = RotaState(episode_id=episode_id or str(uuid.uuid4()))
        return self._office([], None)

    def step(
        self, action: RotaAction, timeout_s: float | None = None, **kwargs: Any
    ) -> RotaObservation:
        """Check a rota."""
        if self._done:
            return RotaObservation(done=True, reward=0.0)
        pay = PAY[self._state.step_count]
        self._state.step_count += 1
        found = faults(self._guards, action.rota)
        self._done = not found or self._state.step_count >= len(PAY)
        return self._office(found, 0.0 if found else pay)

    @property
    def state(self) -> RotaState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _office(self, found: list[str], reward: float | None) -> RotaObservation:
        return RotaObservation(
            guards=[guard.model_copy(deep=True) for guard in self._guards],
            faults=found,
            tries_left=0 if self._done else len(PAY) - self._state.step_count,
            reward=reward,
            done=self._done,
        )
