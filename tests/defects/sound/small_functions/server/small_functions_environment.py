"""Write a function, graded by hidden tests."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import SmallFunctionsAction, SmallFunctionsObservation, SmallFunctionsState
    from ..sandbox import run, same
    from ..tasks import TASKS, Task
except ImportError:
    from models import SmallFunctionsAction, SmallFunctionsObservation, SmallFunctionsState
    from tasks import TASKS, Task

    from sandbox import run, same

TRIES = 4
STEPS = 8
EXAMPLES = 3
TESTS = 10


class SmallFunctionsEnvironment(
    Environment[SmallFunctionsAction, SmallFunctionsObservation, SmallFunctionsState]
):
    """Small programming tasks."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SmallFunctionsState()
        self._task: Task = TASKS[0]
        self._shown: list[list[Any]] = []
        self._hidden: list[list[Any]] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> SmallFunctionsObservation:
        """Choose a task and draw its tests."""
        rng = random.Random() if seed is None else random.Random(f"functions {seed}")
        self._task = rng.choice(TASKS)
        self._shown = [self._task.draw(rng) for _ in range(EXAMPLES)]
        drawn = [self._task.draw(rng) for _ in range(TESTS - len(self._task.edges))]
        self._hidden = self._task.edges + drawn
        self._done = False
        self._state = SmallFunctionsState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("write solve", 0, None)

    def step(
        self, action: SmallFunctionsAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SmallFunctionsObservation:
        """Try or submit code."""
        if self._done:
            return SmallFunctionsObservation(done=True, reward=0.0, message="the episode is over")
        self._state.step_count += 1
        kind, reward, passed, message = action.kind.strip().lower(), 0.0, 0, "refused"
        if kind == "submit":
            passed, reward = self._grade(action.code, self._hidden)
            message = "submitted"
            self._done = True
        elif kind == "try" and self._state.tries < TRIES:
            self._state.tries += 1
            passed, _ = self._grade(action.code, self._shown)
            message = f"{passed} of {EXAMPLES} examples are right"
        self._done = self._done or self._state.step_count >= STEPS
        return self._observation(message, passed, reward)

    def _grade(self, code: str, calls: list[list[Any]]) -> tuple[int, float]:
        results = run(code, calls)
        right = [same(self._task.reference(*calls[i]), text) for i, text in results.items()]
        return sum(right), sum(right) / len(calls)

    @property
    def state(self) -> SmallFunctionsState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(
        self, message: str, passed: int, reward: float | None
    ) -> SmallFunctionsObservation:
        texts = [", ".join(map(repr, call)) for call in self._shown]
        results = [self._task.reference(*call) for call in self._shown]
        return SmallFunctionsObservation(
            task=self._task.text,
            examples=[
                f"solve({text}) == {result!r}" for text, result in zip(texts, results, strict=False)
            ],
            passed=passed,
            message=message,
            tries_left=TRIES - self._state.tries,
            reward=reward,
            done=self._done,
        )
