"""Write tests that find faulty versions of a function."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..functions import TASKS, Task, holds, parse
    from ..models import TestWriterAction, TestWriterObservation, TestWriterState
except ImportError:
    from functions import TASKS, Task, holds, parse
    from models import TestWriterAction, TestWriterObservation, TestWriterState

SETS = 3


class TestWriterEnvironment(Environment[TestWriterAction, TestWriterObservation, TestWriterState]):
    """Three attempts at a good set of tests."""

    __test__ = False
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = TestWriterState()
        self._task: Task = TASKS[0]
        self._best = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        task: str | None = None,
        **kwargs: Any,
    ) -> TestWriterObservation:
        """Choose a function, by name or by seed."""
        if task is None:
            rng = random.Random() if seed is None else random.Random(f"tests {seed}")
            self._task = rng.choice(TASKS)
        else:
            named = [t for t in TASKS if t.name == task]
            if not named:
                raise ValueError(f"there is no task {task!r}")
            self._task = named[0]
        self._best = 0
        self._done = False
        self._state = TestWriterState(
            episode_id=episode_id or str(uuid.uuid4()), task=self._task.name
        )
        return self._observe(0, 0, None)

    def step(
        self, action: TestWriterAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TestWriterObservation:
        """Run a set of tests against the faulty versions."""
        if self._done:
            return self._observe(0, 0, 0.0)
        self._state.step_count += 1
        parsed = [parse(line, self._task) for line in action.tests]
        tests = [test for test in parsed if test is not None]
        accepted = len(tests)
        tests = [test for test in tests if holds(self._task.correct, test)]
        killed = sum(
            any(not holds(version, test) for test in tests) for version in self._task.faulty
        )
        reward = max(0, killed - self._best) / len(self._task.faulty)
        self._best = max(self._best, killed)
        self._done = self._best == len(self._task.faulty) or self._state.step_count >= SETS
        return self._observe(accepted, killed, reward)

    @property
    def state(self) -> TestWriterState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observe(self, accepted: int, killed: int, reward: float | None) -> TestWriterObservation:
        return TestWriterObservation(
            task=self._task.name,
            spec=self._task.spec,
            sets_left=SETS - self._state.step_count,
            accepted=accepted,
            killed=killed,
            faulty=len(self._task.faulty),
            reward=reward,
            done=self._done,
        )
