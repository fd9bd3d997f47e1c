"""Walk through a cellar by the number of a passage; the passages are listed by name.

Choices are moves here: the first ones lead to the middle of the cellar, and so more often to the
exit. That is no bias of a question's answer.
"""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

ROOMS = {
    "arch": ["barrels", "coal", "dairy", "forge"],
    "barrels": ["arch", "coal", "ice"],
    "coal": ["arch", "barrels", "ice"],
    "dairy": ["arch", "forge", "pantry"],
    "forge": ["arch", "dairy", "pantry"],
    "ice": ["barrels", "coal"],
    "pantry": ["dairy", "forge"],
}
LIMIT = 8


class PassageAction(Action):
    """A passage."""

    choice: int = Field(ge=0, le=3, description="the number of the passage, from 0")


class PassageObservation(Observation):
    """Where one is, and where the passages lead."""

    room: str = ""
    exit: str = ""
    choices: list[str] = Field(default_factory=list)
    message: str = ""


class PassagesEnvironment(Environment[PassageAction, PassageObservation, State]):
    """One for reaching the exit, less a tenth for each move after the third."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._room = self._exit = ""
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PassageObservation:
        """Choose the first room and the exit; the exit is where many passages meet."""
        rng = random.Random(seed)
        self._room, self._exit = rng.sample(sorted(ROOMS), 2)
        if rng.random() < 0.6 and self._room != "arch":
            self._exit = "arch"
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("", None)

    def step(
        self, action: PassageAction, timeout_s: float | None = None, **options: Any
    ) -> PassageObservation:
        """Take a passage."""
        if not self._room:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over():
            return self._observe("The walk is over.", 0.0)
        self._state.step_count += 1
        passages = ROOMS[self._room]
        if action.choice >= len(passages):
            return self._observe("There is no such passage.", 0.0)
        self._room = passages[action.choice]
        if self._room != self._exit:
            return self._observe("", 0.0)
        reward = 1.0 - 0.1 * max(0, self._state.step_count - 3)
        return self._observe("You are out.", round(reward, 2))

    def _over(self) -> bool:
        return self._room == self._exit or self._state.step_count >= LIMIT

    def _observe(self, message: str, reward: float | None) -> PassageObservation:
        return PassageObservation(
            room=self._room,
            exit=self._exit,
            choices=list(ROOMS[self._room]),
            message=message,
            reward=reward,
            done=self._over(),
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
