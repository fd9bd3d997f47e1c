"""Repeat a sequence of digits, one at a time: an environment that is asynchronous at heart."""

import asyncio
import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LENGTH = 4


class RelayAction(Action):
    """A digit, or a peek at the sequence when it is left out."""

    digit: int | None = Field(default=None, ge=0, le=9, description="the next digit")


class RelayObservation(Observation):
    """The sequence when it may be seen, and how far one is."""

    shown: list[int] | None = None
    placed: int = 0
    mistakes: int = 0


class RelayState(State):
    """What the server tells about an episode."""

    placed: int = 0


class RelayEnvironment(Environment[RelayAction, RelayObservation, RelayState]):
    """Each right digit pays a quarter; a mistake ends the run."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._digits: list[int] = []
        self._peeked = False
        self._mistakes = 0
        self._state = RelayState()

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> RelayObservation:
        """Draw the digits and keep them hidden."""
        await asyncio.sleep(0)
        rng = random.Random(seed)
        self._digits = [rng.randint(0, 9) for _ in range(LENGTH)]
        self._peeked = False
        self._mistakes = 0
        self._state = RelayState(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    async def step_async(
        self, action: RelayAction, timeout_s: float | None = None, **options: Any
    ) -> RelayObservation:
        """Peek once, or place the next digit."""
        if not self._digits:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over():
            return self._observe(0.0)
        self._state.step_count += 1
        await asyncio.sleep(0)
        if action.digit is None:
            first, self._peeked = not self._peeked, True
            if not first:
                self._mistakes += 1
            return self._observe(0.0, show=first)
        if action.digit != self._digits[self._state.placed]:
            self._mistakes += 1
            return self._observe(0.0)
        self._state.placed += 1
        return self._observe(1 / LENGTH)

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> RelayObservation:
        """The same, for callers without an event loop."""
        return asyncio.run(self.reset_async(seed, episode_id, **options))

    def step(
        self, action: RelayAction, timeout_s: float | None = None, **options: Any
    ) -> RelayObservation:
        """The same, for callers without an event loop."""
        return asyncio.run(self.step_async(action, timeout_s, **options))

    def _over(self) -> bool:
        return self._mistakes > 0 or self._state.placed >= LENGTH

    def _observe(self, reward: float | None, show: bool = False) -> RelayObservation:
        return RelayObservation(
            shown=list(self._digits) if show else None,
            placed=self._state.placed,
            mistakes=self._mistakes,
            reward=reward,
            done=self._over(),
        )

    @property
    def state(self) -> RelayState:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
