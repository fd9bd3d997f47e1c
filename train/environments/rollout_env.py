"""The environment as the trainer sees it: episodes that begin, take text and end, whoever wrote it.

What the environment does wrong (an exception, an error that it blames on itself, a reward that is
not a number) ends the episode with a cause. Such an episode is evidence about the environment, not
about the policy: the trainer masks it and counts it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

ANY_LEVEL = 0
"""The level of an environment that has none: only the seed says what an episode is about."""


class Unreadable(ValueError):
    """A completion that means no action. It ends the episode; it is the policy's fault."""


@dataclass(frozen=True)
class Assignment:
    """Which task an episode is about. Equal assignments give equal episodes."""

    split: str
    level: int
    seed: int


Audit = Callable[[Assignment, list[str]], bool]
"""`proof.py`'s verdict on what the model said, by other means than what is paid."""


@dataclass
class Turn:
    """One exchange: what was shown, what the model said, what that earned."""

    shown: str
    said: str
    reward: float = 0.0
    columns: dict[str, float] = field(default_factory=dict)
    error: str | None = None


@dataclass
class Episode:
    """What came of one task, as far as it has been played. Plain data: it travels as it is.

    `success` is None until the end and when the environment failed; `failure` names the cause of
    that. Where observations have no `success`, a positive return is one. `verified` is the audit's
    verdict, or `success` where there is no audit.
    """

    task: Assignment
    turns: list[Turn] = field(default_factory=list)
    shown: str = ""
    done: bool = False
    success: bool | None = None
    verified: bool | None = None
    failure: str | None = None
    truncated: bool = False

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

    def cut(self) -> None:
        """Stop an episode that the environment would let go on; it did not succeed."""
        self.done, self.truncated, self.success, self.verified = True, True, False, False

    def news(self) -> tuple[Any, ...]:
        """What the last exchange changed, for `hear` on the other side of a pipe."""
        last = self.turns[-1] if self.turns else None
        return last, self.shown, self.done, self.success, self.verified, self.failure

    def hear(self, news: tuple[Any, ...]) -> None:
        """Take over what the other side's episode came to."""
        turn, self.shown, self.done, self.success, self.verified, self.failure = news
        if turn is not None:
            self.turns.append(replace(turn))  # its own: others may hear the same


class Seat:
    """An instance of the environment, the text form it is played by, and the episode on it."""

    def __init__(self, env: Any, text: Any, audit: Audit | None = None) -> None:
        self._env, self._text, self._audit = env, text, audit
        self.episode = Episode(Assignment("", 0, 0), done=True)

    def begin(self, task: Assignment, *, audited: bool = False) -> Episode:
        """A new episode; `audited` asks for the audit's verdict at its end."""
        self.episode = Episode(task)
        self._wanted = audited and self._audit is not None
        options: dict[str, Any] = {}
        if task.level != ANY_LEVEL:
            options = {"split": task.split, "level": task.level}
        self._guarded(lambda: self._env.reset(seed=task.seed, **options))
        return self.episode

    def say(self, completion: str) -> Episode:
        """Play one turn of the model."""
        episode = self.episode
        turn = Turn(episode.shown, completion)
        episode.turns.append(turn)
        try:
            seen = self._guarded(lambda: self._env.step(self._text.parse(completion)))
        except Unreadable:
            turn.error, episode.done, episode.success = "unreadable", True, False
            self._verify()
            return episode
        if seen is None:
            return episode
        turn.columns = {str(k): float(v) for k, v in getattr(seen, "columns", {}).items()}
        turn.reward = 0.0 if seen.reward is None else float(seen.reward)
        if not math.isfinite(turn.reward):
            self._fail("reward_not_finite")
            turn.reward = 0.0
        if episode.done and episode.failure is None:
            verdict = getattr(seen, "success", episode.total > 0)
            episode.success = None if verdict is None else bool(verdict)
            self._verify()
        return episode

    def close(self) -> None:
        """Close the instance."""
        close = getattr(self._env, "close", None)
        if close is not None:
            close()

    def _verify(self) -> None:
        episode = self.episode
        if not self._wanted:
            episode.verified = episode.success
            return
        assert self._audit is not None
        try:
            episode.verified = bool(self._audit(episode.task, [t.said for t in episode.turns]))
        except Exception as error:
            self._fail(f"audit:{type(error).__name__}")

    def _guarded(self, act: Callable[[], Any]) -> Any:
        episode = self.episode
        try:
            seen = act()
        except Unreadable:
            raise
        except Exception as error:
            self._fail(type(error).__name__)
            return None
        problem = getattr(seen, "error", None)
        if problem is not None:
            if episode.turns:
                episode.turns[-1].error = str(problem.code)
            if problem.blame != "action":
                self._fail(str(problem.code))
                return None
        episode.done = episode.done or bool(seen.done)
        if not episode.done:
            try:
                episode.shown = self._text.render(seen)
            except Exception as error:
                self._fail(f"render:{type(error).__name__}")
        return seen

    def _fail(self, cause: str) -> None:
        episode = self.episode
        episode.failure, episode.done, episode.success, episode.verified = cause, True, None, None
