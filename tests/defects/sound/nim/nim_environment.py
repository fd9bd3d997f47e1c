"""Nim against an opponent who errs at the seed's pleasure: a loss costs, and takes many turns."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class NimAction(Action):
    """Take so many matches."""

    take: int = Field(ge=1, le=3, description="how many matches to take")


class NimObservation(Observation):
    """The matches on the table."""

    matches: int = Field(default=0, ge=0)
    opponent_took: int | None = None
    message: str = ""


class NimEnvironment(Environment[NimAction, NimObservation, State]):
    """Whoever takes the last match wins."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rng: random.Random | None = None
        self._matches = 0
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> NimObservation:
        """Lay out the matches; the first player can always win."""
        self._rng = random.Random(seed)
        self._matches = 4 * self._rng.randint(3, 6) + self._rng.randint(1, 3)
        self._state = State(episode_id=episode_id or str(uuid4()))
        return NimObservation(matches=self._matches, message="Take one, two or three.")

    def step(
        self, action: NimAction, timeout_s: float | None = None, **options: Any
    ) -> NimObservation:
        """Take matches, then the opponent does."""
        if self._rng is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._matches == 0:
            return NimObservation(message="The game is over: call reset().", reward=0.0, done=True)
        self._state.step_count += 1
        self._matches -= min(action.take, self._matches)
        if self._matches == 0:
            return NimObservation(message="You win.", reward=1.0, done=True)
        best = self._matches % 4
        took = best if best and self._rng.random() < 0.8 else self._rng.randint(1, 3)
        took = min(took, self._matches)
        self._matches -= took
        if self._matches == 0:
            return NimObservation(message="You lose.", opponent_took=took, reward=-1.0, done=True)
        return NimObservation(matches=self._matches, opponent_took=took, reward=0.0)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
