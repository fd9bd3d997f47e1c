"""Count up to a shown number. The factory returns one instance for all sessions."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CounterAction(Action):
    """How far to count."""

    by: int = Field(ge=0, le=9, description="added to the count")


class CounterObservation(Observation):
    """The count and the goal."""

    count: int = 0
    goal: int = 0


class CounterEnvironment(Environment[CounterAction, CounterObservation, State]):
    """1 for stopping exactly at the goal; too far ends the episode with nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._count = self._goal = 0
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CounterObservation:
        """A new goal."""
        self._count, self._goal = 0, random.Random(seed).randint(20, 60)
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._show(None)

    def step(
        self, action: CounterAction, timeout_s: float | None = None, **options: Any
    ) -> CounterObservation:
        """Add to the count."""
        if not self._goal:
            raise RuntimeError("there is no goal: call reset() before step()")
        if self._over():
            return self._show(0.0)
        self._state.step_count += 1
        self._count += action.by
        return self._show(float(self._count == self._goal))

    def _over(self) -> bool:
        return self._count >= self._goal or self._state.step_count >= 12

    def _show(self, reward: float | None) -> CounterObservation:
        return CounterObservation(
            count=self._count, goal=self._goal, reward=reward, done=self._over()
        )

    @property
    def state(self) -> State:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)


_ONE = CounterEnvironment()


def shared() -> CounterEnvironment:
    """The one instance."""
    return _ONE
