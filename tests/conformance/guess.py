"""A small sound environment, and the switches that break it, for the tests of the suite."""

from __future__ import annotations

import random
import time
from typing import Any, ClassVar
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LIMIT = 6


class Guess(Action):
    number: int = Field(ge=0, le=99, description="The number you think it is")


class Reply(Observation):
    hint: str = ""


class GuessEnvironment(Environment[Guess, Reply, State]):
    """Find a number between 0 and 99; `defect` names what is wrong with an instance."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    shared: ClassVar[list[int]] = []

    def __init__(self, defect: str = "") -> None:
        super().__init__()
        self.defect = defect
        self._target: int | None = None
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._done = False

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> Reply:
        rng = random.Random(seed or None) if self.defect == "seed_zero" else random.Random(seed)
        self._target = rng.randrange(100)
        self._done = False
        self._easy = kwargs.get("mode") == "easy"
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        if self.defect == "shared":
            self.shared.clear()
        return Reply(hint=f"{self._target}" if self.defect == "leak" else "0 to 99")

    def step(self, action: Guess, timeout_s: float | None = None, **kwargs: Any) -> Reply:
        if self._target is None:
            raise RuntimeError("call reset() before step()")
        if self._done:
            paid = 1.0 if self.defect == "pays_after_done" else 0.0
            return Reply(hint="the episode is over", done=True, reward=paid)
        self._break(action)
        self._state.step_count += 1
        solved = action.number == self._target
        self._done = solved or self._state.step_count >= LIMIT
        hint = "yes" if solved else "higher" if action.number < self._target else "lower"
        if self.defect == "shared":
            self.shared.append(action.number)
            hint += f" after {len(self.shared)}"
        columns = {"outcome": float(solved), "near": 0.1 if self._easy else 0.0}
        reward = sum(columns.values())
        return Reply(hint=hint, done=self._done, reward=reward, metadata={"columns": columns})

    def _break(self, action: Guess) -> None:
        if self.defect == "exits":
            raise SystemExit(3)
        if self.defect == "crashes":
            import os

            os.abort()
        if self.defect == "hangs":
            time.sleep(600)
        if self.defect == "mutates":
            action.number += 1
        if self.defect == "raises" and action.number == 0:
            raise ValueError("zero")

    @property
    def state(self) -> State:
        return self._state.model_copy()
