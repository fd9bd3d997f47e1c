"""Guess a price; the constructor wants to know the price range and how many tries there are."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ShopAction(Action):
    """A bid."""

    price: int = Field(description="what one would pay")


class ShopObservation(Observation):
    """Whether the last bid was low or high."""

    hint: str = ""
    low: int = 0
    high: int = 0


class ShopEnvironment(Environment[ShopAction, ShopObservation, State]):
    """Binary search."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, highest: int, tries: int) -> None:
        super().__init__()
        self._highest, self._tries = int(highest), int(tries)
        self._price = 0
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ShopObservation:
        """Set a price."""
        self._price = random.Random(seed).randint(1, self._highest)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("Make a bid.", None)

    def step(
        self, action: ShopAction, timeout_s: float | None = None, **options: Any
    ) -> ShopObservation:
        """Bid."""
        if not self._price:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe("The episode is over: call reset().", 0.0)
        self._state.step_count += 1
        right = action.price == self._price
        hint = "Sold." if right else "Too low." if action.price < self._price else "Too high."
        self._done = right or self._state.step_count >= self._tries
        pace = 1 - 0.5 * (self._state.step_count - 1) / self._tries
        return self._observe(hint, pace if right else 0.0)

    def _observe(self, hint: str, reward: float | None) -> ShopObservation:
        return ShopObservation(hint=hint, low=1, high=self._highest, reward=reward, done=self._done)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
