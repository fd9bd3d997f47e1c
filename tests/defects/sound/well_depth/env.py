"""Measure how deep a well is with a sonar, and say how sure the answer is."""

from __future__ import annotations

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

MOST_READINGS = 4
TOLERANCE = 2.0


def confidence_points(confidence: float, hit: bool) -> float:
    """Points for a stated confidence: 1 for a sure hit, -1 for a sure miss, 0 for none."""
    return confidence * (2 * hit - confidence)


class WellAction(Action):
    """A reading, or the answer."""

    do: Literal["read", "answer"] = Field(description="What to do")
    metres: float = Field(default=0.0, ge=0, le=500, description="Depth; for an answer")
    confidence: float = Field(
        default=0.0, ge=0, le=1, description="Probability that the depth is right; for an answer"
    )


class WellObservation(Observation):
    """The readings."""

    spread: float = Field(default=0.0, description="Standard deviation of a reading, in metres")
    readings: list[float] = Field(default_factory=list, description="Depths that were read")


class WellEnvironment(Environment[WellAction, WellObservation, State]):
    """A depth within 2 m is right.

    It earns 0.5, and up to 0.5 more for the confidence, by a proper scoring rule. A wrong one
    earns up to 0.5 less.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rng = random.Random()
        self._depth = self._spread = 0.0
        self._readings: list[float] = []
        self._done = True
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> WellObservation:
        """Draw a well and a sonar."""
        self._rng = random.Random(seed)
        self._depth = round(self._rng.uniform(5, 400), 2)
        self._spread = self._rng.choice([1.0, 3.0, 6.0])
        self._readings, self._done = [], False
        self._state = State(episode_id=episode_id or uuid4().hex, step_count=0)
        return self._observe(0.0)

    def step(
        self, action: WellAction, timeout_s: float | None = None, **options: Any
    ) -> WellObservation:
        """Take a reading, which costs nothing, or the answer."""
        if self._done:
            return self._observe(0.0)
        self._state.step_count += 1
        if action.do == "read":
            self._readings.append(round(self._depth + self._rng.gauss(0, self._spread), 2))
            self._done = len(self._readings) > MOST_READINGS
            return self._observe(0.0)
        hit = abs(action.metres - self._depth) <= TOLERANCE
        self._done = True
        return self._observe(0.5 * hit + 0.5 * confidence_points(action.confidence, hit))

    def _observe(self, reward: float) -> WellObservation:
        return WellObservation(
            spread=self._spread,
            readings=self._readings[:MOST_READINGS],
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The public state."""
        return self._state.model_copy()


app = create_fastapi_app(WellEnvironment, WellAction, WellObservation)
