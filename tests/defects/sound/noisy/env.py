"""Name the larger of two numbers; the reward has seeded noise that the author does not declare."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class NoisyAction(Action):
    """The answer."""

    answer: int = Field(ge=0, le=999, description="the larger number")


class NoisyObservation(Observation):
    """The two numbers."""

    question: str = ""


class NoisyEnvironment(Environment[NoisyAction, NoisyObservation, State]):
    """One question; the right answer pays 0.8 to 1, a wrong one nothing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._numbers: list[int] = []
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> NoisyObservation:
        """Draw the numbers and the noise."""
        rng = random.Random(seed)
        self._numbers = rng.sample(range(1000), 2)
        self._noise = round(rng.uniform(0.0, 0.2), 3)
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    def step(
        self, action: NoisyAction, timeout_s: float | None = None, **options: Any
    ) -> NoisyObservation:
        """Judge the answer."""
        if not self._numbers:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe(0.0)
        self._state.step_count += 1
        self._over = True
        right = action.answer == max(self._numbers)
        return self._observe(1.0 - self._noise if right else 0.0)

    def _observe(self, reward: float | None) -> NoisyObservation:
        first, second = self._numbers
        return NoisyObservation(
            question=f"Which is larger, {first} or {second}?", reward=reward, done=self._over
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
