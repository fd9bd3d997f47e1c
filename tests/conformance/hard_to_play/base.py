"""What the environments of this folder share: a limit of steps, and a reply to each text."""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LIMIT = 20


class Say(Action):
    """A text for the environment."""

    text: str = Field(default="", max_length=200, description="What to do")


class Heard(Observation):
    """The reply."""

    message: str = ""
    things: list[str] = Field(default_factory=list)


class Refused(Exception):
    """The text is not understood; the message goes into the observation."""


class TextEnvironment(Environment[Say, Heard, State]):
    """Counts what was done; `do(text)` replies, or raises `Refused`."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    welcome = "Welcome."

    def __init__(self) -> None:
        super().__init__()
        self._state: State | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> Heard:
        self.rng = random.Random(seed)
        self.done: list[str] = []
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self.begin()
        return Heard(message=self.welcome)

    def begin(self) -> None:
        """Set up an episode."""

    def do(self, text: str) -> Heard:
        """The reply to a text."""
        raise NotImplementedError

    def step(self, action: Say, timeout_s: float | None = None, **kwargs: Any) -> Heard:
        if self._state is None:
            raise RuntimeError("call reset() before step()")
        if self._state.step_count >= LIMIT:
            return Heard(message="The episode is over.", done=True, reward=0.0)
        self._state.step_count += 1
        over = self._state.step_count >= LIMIT
        try:
            heard = self.do(action.text)
        except Refused as refused:
            return Heard(message=str(refused), done=over, reward=0.0)
        self.done.append(action.text)
        return heard.model_copy(update={"done": over, "reward": 0.01})

    @property
    def state(self) -> State:
        return (self._state or State()).model_copy()
