"""Three drafts for a sentence."""

from __future__ import annotations

import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import RewriteRoomAction, RewriteRoomObservation
    from ..sentences import Task, faults, make
except ImportError:
    from models import RewriteRoomAction, RewriteRoomObservation
    from sentences import Task, faults, make

PAY = (1.0, 0.7, 0.4)


class RewriteRoomEnvironment(Environment[RewriteRoomAction, RewriteRoomObservation, State]):
    """Rewrite a sentence under constraints."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._task: Task | None = None
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        clauses: int = 1,
        **kwargs: Any,
    ) -> RewriteRoomObservation:
        """Hand out a sentence of one or two clauses."""
        if clauses not in (1, 2):
            raise ValueError("clauses must be 1 or 2")
        key = uuid.uuid4().hex if seed is None else f"rewrite {seed}"
        self._task = make(key, int(clauses))
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()))
        return self._show([], None)

    def step(
        self, action: RewriteRoomAction, timeout_s: float | None = None, **kwargs: Any
    ) -> RewriteRoomObservation:
        """Read a draft."""
        if self._done or self._task is None:
            return RewriteRoomObservation(feedback=["over"], done=True, reward=0.0)
        wrong = faults(action.draft, self._task)
        reward = 0.0 if wrong else PAY[self._state.step_count]
        self._state.step_count += 1
        self._done = not wrong or self._state.step_count == len(PAY)
        return self._show(wrong, reward)

    @property
    def state(self) -> State:
        """Id and step count."""
        return self._state.model_copy(deep=True)

    def _show(self, feedback: list[str], reward: float | None) -> RewriteRoomObservation:
        assert self._task is not None
        return RewriteRoomObservation(
            sentence=" ".join(self._task.words).capitalize() + ".",
            banned=self._task.banned,
            longest=self._task.longest,
            thesaurus=[list(slot) for slot in self._task.slots],
            feedback=feedback,
            drafts_left=len(PAY) - self._state.step_count,
            done=self._done,
            reward=reward,
        )
