"""Pick apples and deliver them: each pick is paid, and so is the delivery that ends the episode."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

STEPS = 40
APPLE = 0.05


class OrchardAction(Action):
    """One hour's work."""

    work: Literal["pick", "walk", "deliver"] = Field(description="what to do in this hour")


class OrchardObservation(Observation):
    """The basket, the tree and the light that is left."""

    basket: int = 0
    on_tree: int = 0
    hours_left: int = STEPS
    success: bool = False


class OrchardEnvironment(Environment[OrchardAction, OrchardObservation, State]):
    """Whoever delivers at once succeeds with little; the best policy picks first, for long."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rng = random.Random()
        self._tree = 0
        self._basket = 0
        self._over = True
        self._success = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> OrchardObservation:
        """Begin under a tree with some apples."""
        self._rng = random.Random(seed)
        self._tree = self._rng.randint(5, 40)
        self._basket, self._over, self._success = 0, False, False
        self._state = State(episode_id=episode_id or uuid4().hex)
        return self._observe(None)

    def step(
        self, action: OrchardAction, timeout_s: float | None = None, **options: Any
    ) -> OrchardObservation:
        """Work for an hour."""
        if self._state.episode_id is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe(0.0)
        self._state.step_count += 1
        reward = 0.0
        if action.work == "pick" and self._tree:
            self._tree, self._basket, reward = self._tree - 1, self._basket + 1, APPLE
        elif action.work == "walk":
            self._tree = self._rng.randint(5, 40)
        elif action.work == "deliver":
            self._success = self._basket > 0
            reward = 0.1 if self._success else 0.0
            self._over = True
        self._over = self._over or self._state.step_count >= STEPS
        return self._observe(reward)

    def _observe(self, reward: float | None) -> OrchardObservation:
        return OrchardObservation(
            basket=self._basket,
            on_tree=self._tree,
            hours_left=STEPS - self._state.step_count,
            success=self._success,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
