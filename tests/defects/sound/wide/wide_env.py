"""Find the largest of two thousand numbers: a large observation of a fixed size, and no proof."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

SIZE = 2000


class WideAction(Action):
    """The place of the largest number."""

    index: int = Field(ge=0, lt=SIZE, description="counted from 0")


class WideObservation(Observation):
    """The numbers."""

    numbers: list[float] = Field(default_factory=list)


class WideEnvironment(Environment[WideAction, WideObservation, State]):
    """One answer, one reward."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._numbers: list[float] = []
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> WideObservation:
        """Draw the numbers."""
        rng = random.Random(seed)
        self._numbers = [rng.random() for _ in range(SIZE)]
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return WideObservation(numbers=list(self._numbers))

    def step(
        self, action: WideAction, timeout_s: float | None = None, **options: Any
    ) -> WideObservation:
        """Answer."""
        if not self._numbers:
            raise RuntimeError("there is no episode: call reset() before step()")
        reward = 0.0
        if not self._done:
            self._done = True
            self._state.step_count += 1
            reward = float(self._numbers[action.index] == max(self._numbers))
        return WideObservation(numbers=list(self._numbers), reward=reward, done=True)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
