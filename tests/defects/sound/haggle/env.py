"""Buy a lamp: the less one pays, the better, but the seller has a price and little patience."""

import math
import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

ROUNDS = 6


class HaggleAction(Action):
    """An offer, or taking what the seller asks."""

    offer: float | None = Field(default=None, ge=0, le=1000, allow_inf_nan=False)
    accept: bool = Field(default=False, description="take the lamp for what the seller asks")


class HaggleObservation(Observation):
    """Where the talks stand."""

    worth: float = 0.0
    asked: float = 0.0
    rounds_left: int = 0
    said: str = ""


class HaggleEnvironment(Environment[HaggleAction, HaggleObservation, State]):
    """Paid is the share of what could be saved, squared."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._worth = self._least = self._asked = 0.0
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> HaggleObservation:
        """Meet a seller."""
        rng = random.Random(seed)
        self._worth = float(rng.randint(80, 120))
        self._least = float(rng.randint(20, 60))
        self._asked = self._worth
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._hear("What do you offer?", None)

    def step(
        self, action: HaggleAction, timeout_s: float | None = None, **options: Any
    ) -> HaggleObservation:
        """Make an offer."""
        if not self._worth:
            raise RuntimeError("there is no seller: call reset() before step()")
        if self._over:
            return self._hear("The talks are over: call reset().", 0.0)
        self._state.step_count += 1
        self._over = self._state.step_count >= ROUNDS
        if action.accept:
            return self._deal(self._asked)
        if action.offer is None:
            return self._hear("Well?", 0.0)
        if action.offer >= self._least:
            return self._deal(min(action.offer, self._asked))
        self._asked = math.floor((self._asked + max(self._least, action.offer)) / 2)
        return self._hear("No. I come down a little.", 0.0)

    def _deal(self, price: float) -> HaggleObservation:
        self._over = True
        saved = (self._worth - price) / (self._worth - self._least)
        return self._hear("Sold.", min(1.0, saved) ** 2)

    def _hear(self, said: str, reward: float | None) -> HaggleObservation:
        return HaggleObservation(
            worth=self._worth,
            asked=self._asked,
            rounds_left=ROUNDS - self._state.step_count,
            said=said,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
