"""Write the function asked for, in three attempts; the first pays most."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

from models import CodeAction, CodeObservation, CodeState
from openenv.core.env_server.interfaces import Environment
from tasks import TASKS, Task

ATTEMPTS = 3
CASES = 12
LIMIT_S = 4.0
CHILD = Path(__file__).with_name("child.py")


def same(value: Any, expected: Any) -> bool:
    """Equal in type and in value, all the way down."""
    if type(value) is not type(expected):
        return False
    if isinstance(expected, list):
        return len(value) == len(expected) and all(map(same, value, expected))
    return bool(value == expected)


def run(source: str, entry: str, inputs: list[list[Any]]) -> list[Any]:
    """Run a program on inputs in a child and return one [status, value] for each."""
    job = json.dumps({"source": source, "entry": entry, "inputs": inputs})
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(CHILD)],
            input=job, capture_output=True, text=True, timeout=LIMIT_S, cwd="/",
        )  # fmt: skip
        results = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return [["error", "Timeout"]]
    return results if isinstance(results, list) else []


class CodeEnvironment(Environment[CodeAction, CodeObservation, CodeState]):
    """Programming tasks graded by hidden cases."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._task: Task | None = None
        self._inputs: list[list[Any]] = []
        self._done = False
        self._state = CodeState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CodeObservation:
        """Draw a task and its hidden cases."""
        rng = random.Random(seed)
        self._task = rng.choice(TASKS)
        self._inputs = [self._task.draw(rng) for _ in range(CASES)]
        self._done = False
        self._state = CodeState(episode_id=episode_id or uuid4().hex)
        return self._observe("Write the function.", None)

    def step(
        self, action: CodeAction, timeout_s: float | None = None, **options: Any
    ) -> CodeObservation:
        """Grade one program."""
        if self._task is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe("The episode is over: call reset().", 0.0)
        self._state.step_count += 1
        self._state.attempts_used += 1
        passed, trouble = self._grade(action.source)
        solved = passed == CASES
        reward = 1.0 - 0.2 * (self._state.attempts_used - 1) if solved else 0.0
        self._done = solved or self._state.attempts_used >= ATTEMPTS
        return self._observe(trouble or f"{passed} of {CASES} cases passed.", reward)

    def _grade(self, source: str) -> tuple[int, str]:
        assert self._task is not None
        results = run(source, self._task.entry, self._inputs)
        if len(results) != CASES:
            kind = str(results[0][1])[:40] if results else "NoResult"
            return 0, f"The program did not run: {kind}."
        expected = [self._task.expected(*arguments) for arguments in self._inputs]
        return sum(
            same(value, want) for (_, value), want in zip(results, expected, strict=True)
        ), ""

    def _observe(self, message: str, reward: float | None) -> CodeObservation:
        return CodeObservation(
            message=message,
            prompt=self._task.prompt if self._task else "",
            entry=self._task.entry if self._task else "",
            attempts_left=ATTEMPTS - self._state.attempts_used,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> CodeState:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
