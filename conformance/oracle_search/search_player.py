"""Play many short episodes within a budget of calls, and learn what the success flag means."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.open_driver import Driver, open_driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.stopwatch import Stopwatch
from hallmark_rl.conformance.oracle_search.answer_rules import AnswerRule, Views, read_views
from hallmark_rl.conformance.oracle_search.repository_tables import Record
from hallmark_rl.conformance.oracle_search.value_walk import values_of
from hallmark_rl.conformance.survey.declarations import Declared
from hallmark_rl.conformance.survey.rollouts import declared_secrets, read_success
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

_SLOW_CONSTRUCTOR_S = 0.005


class SearchPlayer:
    """Plays episodes until its calls or its seconds are used up.

    Args:
        subject: the environment.
        survey: how it is played.
        declared: what is declared about its returns.
        records: records of the environment's files.

    Attributes:
        calls: calls of `reset` and `step` that are left.
        last: the last response of the last episode that was played.
        reads_values: whether `values` is wanted.
        values: what the instance held after the last episode of `play`; empty if it is not wanted,
            or the instance is in another process.
    """

    def __init__(
        self,
        subject: Subject,
        survey: Survey,
        declared: Declared,
        records: list[Record],
    ) -> None:
        self.subject = subject
        self.survey = survey
        self.declared = declared
        self.calls = 0
        self.records = records
        self.last = Response(None)
        self.reads_values = False
        self.values: dict[str, Any] = {}
        self._stopwatch = Stopwatch()
        self._allowed = 0, 0.0
        self._kept = 0.0, 0.0
        self._one: Driver | None = None
        self._reuses = subject.url is not None
        self._failed_at_end = False
        self._true_before_end = False

    def allow(self, calls: int, seconds: float) -> None:
        """Set what the episodes from now on may use: calls of `reset` and `step`, and seconds.

        Seconds are those of a `Stopwatch`: a busy machine searches as much as an idle one. The
        search is the same in every run as long as the calls are used up first.
        """
        self.calls, self._stopwatch = calls, Stopwatch()
        self._allowed, self._kept = (calls, seconds), (0.0, 0.0)

    @property
    def _seconds(self) -> float:
        """Seconds that are left."""
        return self._allowed[1] - self._stopwatch.seconds

    @property
    def has_time(self) -> bool:
        """Whether calls and seconds are left."""
        return self.calls > self._kept[0] and self._seconds > self._kept[1]

    @property
    def has_half(self) -> bool:
        """Whether half of the calls and of the seconds are left."""
        calls, seconds = self._allowed
        return self.calls > calls / 2 and self._seconds > seconds / 2

    @contextlib.contextmanager
    def share(self, parts: int) -> Iterator[None]:
        """Within it, episodes may use one of `parts` equal parts of the calls and seconds left."""
        before, keep = self._kept, 1 - 1 / parts
        self._kept = self.calls * keep, self._seconds * keep
        try:
            yield
        finally:
            self._kept = before

    @property
    def flag_is_trusted(self) -> bool:
        """Whether the success flag tells solved episodes from others.

        It must have been False at the end of an episode, and never True before an end: many
        environments call every accepted action a success.
        """
        return self._failed_at_end and not self._true_before_end

    def is_solved(self, rollout: Rollout) -> bool:
        """Whether the environment itself says that an episode was solved.

        By its success flag if that is trusted; without a flag by reaching the declared maximum.
        """
        if rollout.error or not rollout.done or rollout.total <= 0:
            return False
        if rollout.success is not None:
            return rollout.success and self.flag_is_trusted
        high = self.declared.success if self.declared.success is not None else self.declared.high
        best = max([rollout.total, *rollout.rewards])
        return high is not None and best >= high - self.declared.tolerance

    def open(self, seed: int | None) -> tuple[Driver, Response]:
        """An instance and its first response; slow constructors are called once only."""
        driver = self._one
        if driver is None:
            began = time.monotonic()
            driver = open_driver(self.subject, use_async=self.survey.use_async)
            self._reuses |= time.monotonic() - began > _SLOW_CONSTRUCTOR_S
            self._one = driver if self._reuses else None
        self.calls -= 1
        return driver, driver.reset(**({} if seed is None else {"seed": seed}))

    def views(self, seed: int | None) -> Views:
        """What an instance holds and shows after a reset."""
        driver, response = self.open(seed)
        views = read_views(driver, response, self.records)
        self._release(driver)
        return views

    def secrets(self, seed: int | None) -> set[str]:
        """The texts that `secrets(env)` in proof.py names after a reset; none without it."""
        driver, _ = self.open(seed)
        named = set(declared_secrets(self.subject, driver))
        self._release(driver)
        return named

    def play(self, actions: list[Action], seed: int | None) -> Rollout:
        """Play actions until the episode ends."""
        driver, response = self.open(seed)
        self.last = response
        rollout = Rollout(seed, [], [], response.done)
        for action in actions:
            if response.done or rollout.error or not self.has_time:
                break
            response = self._step(driver, action, rollout)
        if self.reads_values:
            self.values = values_of(driver.env) if isinstance(driver, InProcessDriver) else {}
        self._release(driver)
        return rollout

    def play_policy(
        self,
        policy: Callable[[dict[str, Any], list[Action]], Action | None],
        seed: int | None,
        *,
        most: int,
    ) -> Rollout:
        """Play at most `most` actions; each is chosen from the message and the actions before.

        The episode ends where the policy returns None.
        """
        driver, response = self.open(seed)
        rollout = Rollout(seed, [], [], response.done)
        while not response.done and not rollout.error and len(rollout.actions) < most:
            if not self.has_time:
                break
            action = policy(response.data or {}, rollout.actions)
            if action is None:
                break
            response = self._step(driver, action, rollout)
        self._release(driver)
        return rollout

    def play_rule(self, rule: AnswerRule, seed: int | None, *, steps: int) -> Rollout:
        """Let a rule play until the episode ends or it pays no more (`steps` is the least)."""
        driver, response = self.open(seed)
        rollout = Rollout(seed, [], [], response.done)
        views = read_views(driver, response, self.records)
        while not response.done and not rollout.error and len(rollout.actions) < 60:
            number = len(rollout.actions)
            if number >= steps and sum(rollout.rewards[-2:]) <= 0 and not rule.plays_items():
                break
            if number and not rule.plays_items():
                views = read_views(driver, response, self.records)
            action = rule.action(views, number)
            if action is None or not self.has_time:
                break
            response = self._step(driver, action, rollout)
        self._release(driver)
        return rollout

    def _step(self, driver: Driver, action: Action, rollout: Rollout) -> Response:
        self.calls -= 1
        response = driver.step(action)
        rollout.actions.append(action)
        rollout.rewards.append(response.numeric_reward)
        rollout.done = response.done
        rollout.success = read_success(response.data)
        if response.data is None:
            rollout.error = f"{response.error}: {response.message}"
        self._failed_at_end |= response.done and rollout.success is False
        self._true_before_end |= not response.done and rollout.success is True
        self.last = response
        return response

    def _release(self, driver: Driver) -> None:
        if driver is not self._one:
            driver.close()

    def close(self) -> None:
        """Close the instance that is kept."""
        if self._one is not None:
            self._one.close()
            self._one = None


def quality(rollout: Rollout, *, solved: bool) -> tuple[Any, ...]:
    """What episodes are ordered by: solved ones first, then by return, then short ones."""
    return (solved, round(rollout.total, 9), -len(rollout.actions))
