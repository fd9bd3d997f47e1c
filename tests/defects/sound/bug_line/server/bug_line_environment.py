"""One listing, one answer."""

from __future__ import annotations

import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import BugLineAction, BugLineObservation
    from ..programs import Task, make
except ImportError:
    from models import BugLineAction, BugLineObservation
    from programs import Task, make


class BugLineEnvironment(Environment[BugLineAction, BugLineObservation, State]):
    """Say which line is wrong."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._task: Task | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        functions: int = 1,
        **kwargs: Any,
    ) -> BugLineObservation:
        """Hand out a listing of one to three functions."""
        if functions not in (1, 2, 3):
            raise ValueError("functions must be 1, 2 or 3")
        key = uuid.uuid4().hex if seed is None else f"bug line {seed}"
        self._task = make(key, int(functions))
        self._state = State(episode_id=episode_id or str(uuid.uuid4()))
        return BugLineObservation(listing=self._task.listing, report=self._task.report)

    def step(
        self, action: BugLineAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BugLineObservation:
        """Grade the answer; the episode is over after it."""
        task, self._task = self._task, None
        if task is None:
            return BugLineObservation(done=True, reward=0.0, verdict="over")
        self._state.step_count += 1
        match = re.fullmatch(r"(?:line\s*)?([0-9]{1,4})", action.answer.strip().lower())
        if match is None:
            verdict = "unreadable"
        else:
            verdict = "right" if int(match[1]) == task.line else "wrong"
        return BugLineObservation(
            listing=task.listing,
            report=task.report,
            verdict=verdict,
            done=True,
            reward=1.0 if verdict == "right" else 0.0,
        )

    @property
    def state(self) -> State:
        """Id and step count."""
        return self._state.model_copy(deep=True)
