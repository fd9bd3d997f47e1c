"""One task, one ladder."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..ladders import LEVELS, SPLITS, Task, load, objection, split_of
    from ..models import LadderAction, LadderObservation, LadderState
except ImportError:
    from ladders import LEVELS, SPLITS, Task, load, objection, split_of
    from models import LadderAction, LadderObservation, LadderState

LONGER_PAY = 0.3


class RungWordsEnvironment(Environment[LadderAction, LadderObservation, LadderState]):
    """One task per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = LadderState()
        self._book = load()
        self._task: Task | None = None
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str = "train",
        index: int | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> LadderObservation:
        """Choose a task."""
        if split not in SPLITS:
            raise ValueError(f"split must be one of {', '.join(SPLITS)}")
        if level not in LEVELS:
            raise ValueError(f"level must be one of {', '.join(map(str, LEVELS))}")
        tasks = [task for task in self._book.tasks[level] if split_of(task) == split]
        if index is None:
            index = random.Random(seed).randrange(len(tasks))
        if not 0 <= index < len(tasks):
            raise ValueError(f"index must be from 0 to {len(tasks) - 1}")
        self._task = tasks[index]
        self._done = False
        self._state = LadderState(
            episode_id=episode_id or str(uuid.uuid4()), level=level, split=split, index=index
        )
        return self._seen("", None)

    def step(
        self, action: LadderAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LadderObservation:
        """Check the ladder."""
        if self._done or self._task is None:
            return LadderObservation(done=True, reward=0.0, note="the task is over")
        self._state.step_count += 1
        self._done = True
        rungs = action.ladder.lower().split()
        note = objection(self._task, self._book.words, rungs)
        if note:
            return self._seen(note, 0.0)
        changes = len(rungs) - 1
        if changes > LEVELS[self._state.level]:
            return self._seen(f"a ladder with {changes} changes", LONGER_PAY)
        return self._seen("a shortest ladder", 1.0)

    @property
    def state(self) -> LadderState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self, note: str, reward: float | None) -> LadderObservation:
        assert self._task is not None
        return LadderObservation(
            start=self._task.start,
            goal=self._task.goal,
            changes=LEVELS[self._state.level],
            words=list(self._book.words),
            note=note,
            reward=reward,
            done=self._done,
        )
