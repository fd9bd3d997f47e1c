"""Keep a room at 20 degrees for ever: rewards are never positive and there is no end."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..models import HeatAction, HeatObservation

TARGET = 20.0


class ThermostatEnvironment(Environment[HeatAction, HeatObservation, State]):
    """A continuing task."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rng: random.Random | None = None
        self._inside = TARGET
        self._outside = 0.0
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> HeatObservation:
        """A cold morning."""
        self._rng = random.Random(seed)
        self._inside = self._rng.uniform(12.0, 16.0)
        self._outside = self._rng.uniform(-5.0, 5.0)
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    def step(
        self, action: HeatAction, timeout_s: float | None = None, **options: Any
    ) -> HeatObservation:
        """Heat for ten minutes."""
        if self._rng is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        self._state.step_count += 1
        self._outside += self._rng.uniform(-0.5, 0.5)
        self._outside = max(-10.0, min(10.0, self._outside))
        self._inside += 5.0 * action.power - 0.1 * (self._inside - self._outside)
        return self._observe(-min(1.0, abs(self._inside - TARGET) / 20.0))

    def _observe(self, reward: float | None) -> HeatObservation:
        return HeatObservation(temperature=self._inside, outside=self._outside, reward=reward)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
