"""Talk a landlord down: whole numbers, and the nearer to the least rent the more is paid."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

TURNS = 6


class LeaseAction(Action):
    """One move of the tenant."""

    move: Literal["offer", "accept", "leave"] = Field(description="accept pays what is asked")
    rent: int = Field(default=0, ge=0, le=2000, description="the monthly rent that is offered")


class LeaseObservation(Observation):
    """What the landlord says."""

    message: str = ""
    turns_left: int = TURNS


class LeaseEnvironment(Environment[LeaseAction, LeaseObservation, State]):
    """The landlord takes the first offer that is not below a limit."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0
        self._least = 0
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LeaseObservation:
        """Offer a flat."""
        rng = random.Random(seed)
        self._asked = rng.randrange(1200, 1600, 10)
        self._least = self._asked - rng.randrange(100, 400, 10)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._say(f"The flat is {self._asked} a month.", None)

    def step(
        self, action: LeaseAction, timeout_s: float | None = None, **options: Any
    ) -> LeaseObservation:
        """Hear the tenant."""
        if not self._asked:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._say("The talks are over: call reset().", 0.0)
        self._state.step_count += 1
        rent = self._asked if action.move == "accept" else action.rent
        if action.move != "leave" and rent >= self._least:
            self._done = True
            saved = (self._asked - rent) / (self._asked - self._least)
            return self._say(f"Agreed: {rent}.", max(0.0, saved))
        self._done = action.move == "leave" or self._state.step_count >= TURNS
        return self._say("Goodbye." if self._done else "That is too little.", 0.0)

    def _say(self, message: str, reward: float | None) -> LeaseObservation:
        left = TURNS - self._state.step_count
        return LeaseObservation(message=message, turns_left=left, reward=reward, done=self._done)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
