"""Carry water home over a line of hills: each step costs, and only the arrival pays."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LIMIT = 40
COST = 0.02


class TrekAction(Action):
    """One move."""

    move: Literal["left", "right", "fill"] = Field(description="walk, or fill the bucket")


class TrekObservation(Observation):
    """Where one is, where the well and the house are, and whether the bucket is full."""

    place: int = 0
    well: int = 0
    house: int = 0
    full: bool = False


class TrekEnvironment(Environment[TrekAction, TrekObservation, State]):
    """Returns lie between -0.8 (never home) and 1."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._house: int | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> TrekObservation:
        """Place the well and the house."""
        rng = random.Random(seed)
        self._house, self._well = rng.randint(-4, -1), rng.randint(2, 6)
        self._place, self._full = 0, False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(0.0)

    def step(
        self, action: TrekAction, timeout_s: float | None = None, **options: Any
    ) -> TrekObservation:
        """Walk or fill; the way is twenty places long."""
        if self._house is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done():
            return self._observe(0.0)
        self._state.step_count += 1
        if action.move == "fill":
            self._full = self._full or self._place == self._well
        else:
            self._place += 1 if action.move == "right" else -1
            self._place = max(-10, min(10, self._place))
        home = self._home()
        return self._observe((1.0 if home else 0.0) - COST)

    def _home(self) -> bool:
        return self._full and self._place == self._house

    def _done(self) -> bool:
        return self._home() or self._state.step_count >= LIMIT

    def _observe(self, reward: float) -> TrekObservation:
        return TrekObservation(
            place=self._place,
            well=self._well,
            house=self._house or 0,
            full=self._full,
            reward=reward,
            done=self._done(),
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
