"""Steer a boat to a buoy with two numbers: what is out of range is clamped, not refused."""

import math
import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field, FiniteFloat

LIMIT = 25
NEAR = 0.5


class SteerAction(Action):
    """East and north, each at most 1; more is cut to 1."""

    thrust: list[FiniteFloat] = Field(min_length=2, max_length=2, description="east and north")


class SteerObservation(Observation):
    """The place of the boat and of the buoy."""

    place: list[float] = Field(default_factory=list)
    buoy: list[float] = Field(default_factory=list)


class SteerEnvironment(Environment[SteerAction, SteerObservation, State]):
    """Paid is the way that was made good, then the rest on arrival."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._buoy: list[float] | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SteerObservation:
        """Lay out the buoy at some distance."""
        rng = random.Random(seed)
        angle = rng.uniform(0, 2 * math.pi)
        self._buoy = [5 * math.cos(angle), 5 * math.sin(angle)]
        self._place = [0.0, 0.0]
        self._paid = 0.0
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    def step(
        self, action: SteerAction, timeout_s: float | None = None, **options: Any
    ) -> SteerObservation:
        """Move."""
        if self._buoy is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe(0.0)
        self._state.step_count += 1
        moves = (max(-1.0, min(1.0, part)) for part in action.thrust)
        self._place = [a + b for a, b in zip(self._place, moves, strict=True)]
        there = math.dist(self._place, self._buoy)
        arrived = there < NEAR
        standing = 1.0 if arrived else 0.5 * max(0.0, 1 - there / 5)
        reward, self._paid = standing - self._paid, standing
        self._over = arrived or self._state.step_count >= LIMIT
        return self._observe(reward)

    def _observe(self, reward: float | None) -> SteerObservation:
        return SteerObservation(
            place=list(self._place), buoy=list(self._buoy or ()), reward=reward, done=self._over
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
