"""Eight pulls at twelve arms; the seed fixes the arms and every draw, so chance is not declared."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

ARMS = 12
PULLS = 8


class ArmsAction(Action):
    """One arm."""

    arm: int = Field(ge=0, le=ARMS - 1, description="the number of the arm to pull")


class ArmsObservation(Observation):
    """What the last pull has paid, and how many are left."""

    paid: float = 0.0
    left: int = PULLS
    message: str = ""


class ArmsEnvironment(Environment[ArmsAction, ArmsObservation, State]):
    """Every arm pays a prize with a probability of its own."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._chances: list[float] = []
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ArmsObservation:
        """Set up the arms."""
        self._random = random.Random(seed)
        self._chances = [self._random.uniform(0.05, 0.5) for _ in range(ARMS)]
        self._chances[self._random.randrange(ARMS)] = 0.85
        self._state = State(episode_id=episode_id or str(uuid4()))
        return ArmsObservation(message=f"Table {str(self._state.episode_id)[:8]} is open.")

    def step(
        self, action: ArmsAction, timeout_s: float | None = None, **options: Any
    ) -> ArmsObservation:
        """Pull."""
        if not self._chances:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._state.step_count >= PULLS:
            return ArmsObservation(left=0, message="The table is closed.", reward=0.0, done=True)
        self._state.step_count += 1
        paid = 0.1 if self._random.random() < self._chances[action.arm] else 0.0
        left = PULLS - self._state.step_count
        return ArmsObservation(paid=paid, left=left, reward=paid, done=left == 0)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
