"""Walk to the flag on a five-by-five grid: one file, as people often commit it."""

import random
from enum import StrEnum
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

SIZE = 5
STEPS = 20
FLAGS = ((4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (0, 4), (1, 4), (2, 4), (3, 4), (3, 3), (2, 3))


class Move(StrEnum):
    """The four directions."""

    NORTH = "north"
    SOUTH = "south"
    EAST = "east"
    WEST = "west"


STRIDE = {Move.NORTH: (0, -1), Move.SOUTH: (0, 1), Move.EAST: (1, 0), Move.WEST: (-1, 0)}


class GridAction(Action):
    """One stride."""

    move: Move


class GridObservation(Observation):
    """Where one is and where the flag is."""

    x: int = Field(default=0, ge=0, lt=SIZE)
    y: int = Field(default=0, ge=0, lt=SIZE)
    flag: tuple[int, int] = (0, 0)
    steps_left: int = STEPS


class GridEnvironment(Environment[GridAction, GridObservation, State]):
    """Potential-based shaping: whoever walks back and forth earns nothing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._at = (0, 0)
        self._flag: tuple[int, int] | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> GridObservation:
        """Put the flag somewhere far."""
        self._flag = random.Random(seed).choice(FLAGS)
        self._at = (0, 0)
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    def step(
        self, action: GridAction, timeout_s: float | None = None, **options: Any
    ) -> GridObservation:
        """Take one stride; a wall holds one back."""
        if self._flag is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over():
            return self._observe(0.0)
        before = self._distance()
        dx, dy = STRIDE[action.move]
        x, y = self._at[0] + dx, self._at[1] + dy
        if 0 <= x < SIZE and 0 <= y < SIZE:
            self._at = (x, y)
        self._state.step_count += 1
        shortest = sum(self._flag)
        reward = 0.5 * (before - self._distance()) / shortest
        if self._at == self._flag:
            reward += 0.5 * (1 - (self._state.step_count - shortest) / STEPS)
        return self._observe(reward)

    def _distance(self) -> int:
        assert self._flag is not None
        return abs(self._at[0] - self._flag[0]) + abs(self._at[1] - self._flag[1])

    def _over(self) -> bool:
        return self._at == self._flag or self._state.step_count >= STEPS

    def _observe(self, reward: float | None) -> GridObservation:
        return GridObservation(
            x=self._at[0],
            y=self._at[1],
            flag=self._flag or (0, 0),
            steps_left=STEPS - self._state.step_count,
            reward=reward,
            done=self._over(),
        )

    @property
    def state(self) -> State:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
