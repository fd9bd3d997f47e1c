"""Balance a load with weights from a box: a list of numbers, two tries, any right list is paid."""

import random
from collections import Counter
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

SIZES = (3, 5, 8, 10, 15, 20)
TRIES = 2


class Pans(BaseModel):
    """The two pans."""

    left: list[int] = Field(default_factory=list, max_length=20)
    note: str = ""


class ScalesAction(Action):
    """What to put on the scales."""

    pans: Pans = Field(default_factory=Pans, description="weights to put opposite the load")


class ScalesObservation(Observation):
    """The box of weights, and the load."""

    box: list[int] = Field(default_factory=list, description="the weights that there are")
    load: int = 0
    feedback: str = ""


class ScalesEnvironment(Environment[ScalesAction, ScalesObservation, State]):
    """Pays 1 for weights of the box that balance the load, half of it in the second try."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._box: list[int] = []
        self._load = 0
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ScalesObservation:
        """Fill the box and choose the load."""
        rng = random.Random(f"scales {seed}") if seed is not None else random.Random()
        self._box = rng.choices(SIZES, k=10)
        self._load = sum(rng.sample(self._box, 5))
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("Balance the load.", None)

    def step(
        self, action: ScalesAction, timeout_s: float | None = None, **options: Any
    ) -> ScalesObservation:
        """Weigh."""
        if not self._box:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe("The scales are put away: call reset().", 0.0)
        self._state.step_count += 1
        weights = action.pans.left
        if Counter(weights) - Counter(self._box):
            feedback, right = "There are no such weights.", False
        else:
            right = sum(weights) == self._load
            feedback = "It balances." if right else "It does not balance."
        reward = 1.0 / self._state.step_count if right else 0.0
        self._over = right or self._state.step_count >= TRIES
        return self._observe(feedback, reward)

    def _observe(self, feedback: str, reward: float | None) -> ScalesObservation:
        return ScalesObservation(
            box=list(self._box),
            load=self._load,
            feedback=feedback,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
