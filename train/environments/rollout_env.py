"""An environment as the trainer plays it: reset it for a task, give it text, read an episode.

Works with any environment that has OpenEnv's `reset` and `step`, and a text form of it (`render` an
observation, `parse` a completion).

When the environment itself fails (it raises, reports an error that is not the action's fault, or
gives a reward that is not finite), the episode ends and `failure` names the cause. Such an episode
says nothing about the policy: the trainer masks it and counts it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from hallmark_rl.sdk.common.errors import ServersUnreachable, is_unparsable
from hallmark_rl.sdk.environment.json_text import NO_LEVELS
from hallmark_rl.sdk.environment.observation_facts import ObservationFacts, read_observation
from hallmark_rl.train.environments.text_form import error_text, quote

ANY_LEVEL = NO_LEVELS[0]
"""The level of an environment without levels: only the seed selects the task."""


@dataclass(frozen=True)
class Assignment:
    """The task of an episode. Equal assignments give equal tasks."""

    split: str
    level: int
    seed: int


Audit = Callable[[Assignment, list[str]], bool]
"""`proof.py`'s `audit`: whether the completions solve the task, judged independently of the
reward."""


@dataclass
class Turn:
    """One exchange: the observation's text, the model's completion, and its reward."""

    observation: str
    completion: str
    reward: float = 0.0
    columns: dict[str, float] = field(default_factory=dict)
    error: str | None = None


@dataclass
class RolloutEpisode:
    """One episode, as far as it has been played. Plain data, so it can be sent over a pipe.

    Attributes:
        task: what the episode is about.
        turns: the finished turns.
        observation: text of the latest observation; the model answers it next.
        done: whether the episode is over.
        success: None until the end, and when the environment failed. For observations without a
            `success` attribute: whether the return is positive.
        verified: the audit's verdict, or `success` where there is no audit.
        failure: what went wrong in the environment, as a short cause; None if nothing did.
        detail: the same in full: the function, its text, the error, the task and the turn.
        truncated: whether the trainer ended the episode at its limit of turns.
    """

    task: Assignment
    turns: list[Turn] = field(default_factory=list)
    observation: str = ""
    done: bool = False
    success: bool | None = None
    verified: bool | None = None
    failure: str | None = None
    detail: str | None = None
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
        """Whether a step ended in a timeout, of the tested program or of the step itself."""
        return any(
            "timeout" in (turn.error or "") or "deadline" in (turn.error or "")
            for turn in self.turns
        )

    def truncate(self) -> None:
        """End an episode that reached its limit of turns; it counts as not solved."""
        self.done, self.truncated, self.success, self.verified = True, True, False, False

    def to_delta(self) -> tuple[Any, ...]:
        """What the last turn changed, for `apply_delta` on another copy of the episode."""
        last = self.turns[-1] if self.turns else None
        failure = self.failure, self.detail
        return last, self.observation, self.done, self.success, self.verified, failure

    def apply_delta(self, delta: tuple[Any, ...]) -> None:
        """Apply what `to_delta` returned."""
        turn, self.observation, self.done, self.success, self.verified, failure = delta
        self.failure, self.detail = failure
        if turn is not None:
            self.turns.append(replace(turn))  # a copy: several episodes may get the same delta


class EnvSlot:
    """One environment instance with its text form, and the episode that it plays.

    Args:
        env: the instance.
        text: the text form: `render(observation)` and `parse(completion)`.
        audit: `proof.py`'s audit, if there is one.
    """

    def __init__(self, env: Any, text: Any, audit: Audit | None = None) -> None:
        self._env, self._text, self._audit = env, text, audit
        self._audited = False
        self.episode = RolloutEpisode(Assignment("", 0, 0), done=True)

    def start(self, task: Assignment, *, audited: bool = False) -> RolloutEpisode:
        """Reset the environment for a task; `audited` runs the audit at the episode's end."""
        self.episode = RolloutEpisode(task)
        self._audited = audited and self._audit is not None
        options: dict[str, Any] = {}
        if task.level != ANY_LEVEL:
            options = {"split": task.split, "level": task.level}
        self._call_env("reset", lambda: self._env.reset(seed=task.seed, **options))
        return self.episode

    def step(self, completion: str) -> RolloutEpisode:
        """Play one turn with the model's completion."""
        episode = self.episode
        turn = Turn(episode.observation, completion)
        episode.turns.append(turn)
        action = self._parse(completion)
        facts = None if episode.done else self._call_env("step", lambda: self._env.step(action))
        if facts is not None:
            turn.columns, turn.reward = dict(facts.columns), facts.reward
            if episode.done:
                solved = facts.success
                episode.success = episode.total > 0 if solved is None else solved
        if episode.done and episode.failure is None:
            self._verify()
        return episode

    def close(self) -> None:
        """Close the instance."""
        close = getattr(self._env, "close", None)
        if close is not None:
            close()

    def _verify(self) -> None:
        """Set `verified` at the end of an episode."""
        episode = self.episode
        if not self._audited:
            episode.verified = episode.success
            return
        assert self._audit is not None
        try:
            completions = [turn.completion for turn in episode.turns]
            episode.verified = bool(self._audit(episode.task, completions))
        except Exception as error:
            call = f"proof.py: audit of {quote(completions)}"
            self._fail(f"audit:{type(error).__name__}", f"{call} raised", error)

    def _call_env(self, name: str, call: Callable[[], Any]) -> ObservationFacts | None:
        """What `call` of the method `name` returns, as facts; None if it ended the episode with an
        exception or a failure.

        Raises:
            ServersUnreachable: there is no server to play on; no episode can be played.
        """
        episode = self.episode
        try:
            observation = call()
        except ServersUnreachable:
            raise
        except Exception as error:
            self._end(error, type(error).__name__, f"{name}()")
            return None
        facts = read_observation(observation)
        if facts.error and episode.turns:
            episode.turns[-1].error = facts.error
        if facts.blame not in ("", "action"):
            self._fail(facts.error, f"{name}() gave the error {facts.error}: {facts.message}")
            return None
        episode.done = episode.done or facts.done
        if not episode.done:
            self._render(observation)
        return facts

    def _parse(self, completion: str) -> Any:
        """The action in a completion; where there is none, the episode is over."""
        try:
            return self._text.parse(completion)
        except Exception as error:
            cause = f"text.parse:{type(error).__name__}"
            self._end(error, cause, f"text.py: parse({quote(completion)})")
            return None

    def _render(self, observation: Any) -> None:
        """Set the text that the model sees next."""
        call = f"text.py: render({quote(observation)})"
        try:
            text = self._text.render(observation)
        except Exception as error:
            self._fail(f"text.render:{type(error).__name__}", f"{call} raised", error)
            return
        if isinstance(text, str):
            self.episode.observation = text
        else:
            self._fail("text.render:no text", f"{call} returned {quote(text)} instead of a text")

    def _end(self, error: Exception, cause: str, call: str) -> None:
        """End the episode after an exception in `call`: a completion without an action is the
        policy's mistake, anything else a failure."""
        episode = self.episode
        if is_unparsable(error) and episode.turns:
            episode.turns[-1].error, episode.done, episode.success = "unparsable", True, False
        else:
            self._fail(cause, f"{call} raised", error)

    def _fail(self, cause: str, detail: str = "", error: Exception | None = None) -> None:
        episode, task = self.episode, self.episode.task
        where = f"{task.split} level {task.level} seed {task.seed}, turn {len(episode.turns)}"
        reason = error_text(error) if error is not None else ""
        episode.detail = f"{' '.join(filter(None, [detail or cause, reason]))} ({where})"
        episode.failure, episode.done, episode.success, episode.verified = cause, True, None, None
