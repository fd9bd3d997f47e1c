"""The environment as the trainer sees it: episodes that begin, take text and end, whoever wrote it.

What the environment does wrong (an exception, an error that it blames on itself, a reward that is
not a number) ends the episode with a cause. Such an episode is evidence about the environment, not
about the policy: the trainer masks it and counts it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Assignment:
    """Which task an episode is about. Equal assignments give equal episodes."""

    split: str
    level: int
    seed: int


@dataclass
class Turn:
    """One exchange: what was shown, what the model said, what that earned."""

    shown: str
    said: str
    reward: float = 0.0
    columns: dict[str, float] = field(default_factory=dict)
    error: str | None = None


class Episode:
    """One episode on one environment instance."""

    def __init__(self, env: Any, text: ModuleType, task: Assignment) -> None:
        self.task = task
        self.turns: list[Turn] = []
        self.shown = ""
        self.done = False
        self.success: bool | None = None
        self.failure: str | None = None
        self.truncated = False
        self._env, self._text = env, text
        options = {"split": task.split, "level": task.level}
        self._guarded(lambda: env.reset(seed=task.seed, **options))

    @property
    def total(self) -> float:
        """The episode's return: the sum of its step rewards."""
        return math.fsum(turn.reward for turn in self.turns)

    @property
    def columns(self) -> dict[str, float]:
        """Each reward column, summed over the steps."""
        sums: dict[str, float] = {}
        for turn in self.turns:
            for name, value in turn.columns.items():
                sums[name] = sums.get(name, 0.0) + value
        return sums

    @property
    def timed_out(self) -> bool:
        """Whether a step ended in a timeout, of the program under test or of the step."""
        return any(
            "timeout" in (t.error or "") or "deadline" in (t.error or "") for t in self.turns
        )

    def say(self, completion: str) -> None:
        """Play one turn of the model."""
        turn = Turn(self.shown, completion)
        self.turns.append(turn)
        seen = self._guarded(lambda: self._env.step(self._text.parse(completion)))
        if seen is None:
            return
        turn.columns = {str(k): float(v) for k, v in getattr(seen, "columns", {}).items()}
        turn.reward = 0.0 if seen.reward is None else float(seen.reward)
        if not math.isfinite(turn.reward):
            self._fail("reward_not_finite")
            turn.reward = 0.0
        if self.done:
            verdict = getattr(seen, "success", None)
            self.success = None if self.failure or verdict is None else bool(verdict)

    def cut(self) -> None:
        """Stop an episode that the environment would let go on; it did not succeed."""
        self.done, self.truncated, self.success = True, True, False

    def _guarded(self, act: Callable[[], Any]) -> Any:
        try:
            seen = act()
        except Exception as error:
            self._fail(type(error).__name__)
            return None
        problem = getattr(seen, "error", None)
        if problem is not None:
            if self.turns:
                self.turns[-1].error = str(problem.code)
            if problem.blame != "action":
                self._fail(str(problem.code))
                return None
        self.done = self.done or bool(seen.done)
        if not self.done:
            try:
                self.shown = self._text.render(seen)
            except Exception as error:
                self._fail(f"render:{type(error).__name__}")
        return seen

    def _fail(self, cause: str) -> None:
        self.failure, self.done, self.success = cause, True, None


class World:
    """A pool of instances of one environment with the text that a language model plays it by."""

    def __init__(self, factory: Callable[[], Any], text: ModuleType) -> None:
        self.text = text
        self._factory = factory
        self._idle: list[Any] = []

    def begin(self, tasks: list[Assignment]) -> list[Episode]:
        """One episode for each task, each on its own instance."""
        while len(self._idle) < len(tasks):
            self._idle.append(self._factory())
        return [Episode(env, self.text, task) for env, task in zip(self._idle, tasks, strict=False)]

    def close(self) -> None:
        """Close every instance."""
        for env in self._idle:
            close = getattr(env, "close", None)
            if close is not None:
                close()
        self._idle.clear()
