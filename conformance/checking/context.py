"""What a property works with: instances, ways to play and compare, and its share of the time."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hallmark_rl.conformance.client.in_process import Driver, Local, Seen, open_driver
from hallmark_rl.conformance.core.diff import content_differences, difference
from hallmark_rl.conformance.core.episode import Call, Episode, dumps
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.processes.forking import Death, in_fork
from hallmark_rl.conformance.survey.evidence import Evidence
from hallmark_rl.conformance.survey.model import Survey
from hallmark_rl.sdk.subject.description import Subject

Trace = list[Seen]
Plain = list[dict[str, Any]]


class Lab(Evidence):
    """One property's workplace, in a process of its own."""

    def __init__(
        self,
        subject: Subject,
        survey: Survey,
        profile: Profile,
        *,
        seed: int = 0,
        clean: Callable[[Any], Any] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(subject, survey, profile, seed)
        self.extra = extra or {}
        self.figures: dict[str, Any] = {}
        self._clean = clean
        self.played: dict[str, Plain] = {}
        self._began = time.monotonic()
        self._used = sum(os.times()[:4])

    # -- playing ------------------------------------------------------------------------------

    def new(self, *, use_async: bool | None = None) -> Driver:
        """A new instance (or session)."""
        own = self.survey.use_async if use_async is None else use_async
        return open_driver(self.subject, use_async=own)

    def local(self, *, use_async: bool | None = None) -> Local:
        """A new instance in this process."""
        driver = self.new(use_async=use_async)
        if not isinstance(driver, Local):
            raise Excluded("the subject is a running server: there is nothing in process")
        return driver

    def play(self, episode: Episode, driver: Driver | None = None, *, stop: bool = True) -> Trace:
        """Play one session's calls; `stop` leaves out what comes after the end."""
        own = driver is None
        driver = driver or self.new()
        trace: Trace = []
        for call in episode.calls:
            if stop and call.op == "step" and trace and over(trace):
                continue
            trace.append(self.call(driver, call))
        if own:
            driver.close()
        return trace

    def call(self, driver: Driver, call: Call) -> Seen:
        """One call on an instance."""
        if call.op == "reset":
            return driver.reset(**call.options)
        if call.op == "step":
            return driver.step(call.action or {})
        return driver.state()

    def plain(self, episode: Episode, driver: Driver | None = None) -> Plain:
        """The messages of an episode as plain data."""
        return [seen.plain() for seen in self.play(episode, driver)]

    def pristine(self, episode: Episode, *, again: bool = False) -> Plain:
        """The messages of an episode that is played in a process where nothing was played.

        They are remembered; `again` plays it once more in any case.
        """
        key = dumps(episode.to_dict()["calls"])
        if key in self.played and not again:
            return self.played[key]
        if self._clean is None:
            result = in_fork(lambda: self.plain(episode))
        else:
            result = self._clean(episode.to_dict())
        if isinstance(result, Death) or not isinstance(result, list):
            raise Broken(f"playing an episode in a fresh process failed: {result}", episode)
        self.played.setdefault(key, result)
        return result

    def require_same(
        self,
        episode: Episode,
        expected: Plain,
        seen: Plain,
        what: str,
        *,
        show: Episode | None = None,
        view: Callable[[Plain], Plain] = list,
    ) -> None:
        """Break the property if two traces differ in content, after a same-conditions control.

        `view` leaves out of every trace what does not count.
        """
        found = content_differences(view(expected), [view(seen)])
        if found and self.subject.url is None:
            # Four controls: chance between two outcomes is mistaken for a cause once in 16.
            again = [view(self.pristine(episode, again=True)) for _ in range(2 if self.slow else 4)]
            for control in content_differences(view(expected), again):
                text = "the same episode differs under the same conditions"
                raise Excluded(f"{text}: {control}")
            steady = content_differences(view(expected), [view(seen), *again])
            found = [one for one in found if one in steady]
        if found:
            raise Broken(f"{what}: {found[0]}", show or episode)

    # -- time -------------------------------------------------------------------------------------

    def left(self) -> float:
        """Seconds of this property's budget that are left."""
        wall = time.monotonic() - self._began
        spent = os.times()
        used = sum(spent[:4]) - self._used
        # On a busy machine what counts is the work done, up to three times the budget.
        return self.profile.budget - max(min(used, wall), wall / 3)

    def within(self, items: Iterable[Any], least: int = 1) -> Iterator[Any]:
        """The items, until the budget is used up, but at least `least` of them."""
        least = min(least, 3) if self.slow else least
        for index, item in enumerate(items):
            if index >= least and self.left() <= 0:
                return
            yield item

    # -- episodes to try ------------------------------------------------------------------------

    def walk(self, seed: int | None, length: int, name: str = "walk") -> Episode:
        """An episode of random valid actions."""
        rng = self.rng(f"{name}{seed}{length}")
        return Episode.of(seed, [rng.choice(self.pool) for _ in range(length)], name)

    def corpus(self, length: int = 8) -> list[Episode]:
        """Episodes of every kind, one of each first: random, solved, illegal, solved elsewhere."""
        length = min(length, 3) if self.slow else length
        solved = [one for one in self.survey.solutions if not one.error][:3]
        kinds = [
            [self.walk(seed, length) for seed in self.seeds[:3]],
            [one.episode("solution") for one in solved],
            [Episode.of(self.seeds[0], self.survey.invalid[:length], "illegal")],
            [
                Episode.of(one.seed, other.actions, "another seed's solution")
                for one, other in itertools.pairwise(solved)
            ],
            [
                Episode.of(one.seed, self.pool[:2] + one.actions, "late solution")
                for one in solved[:-1]
            ],
            [  # some things happen only after much of one kind
                Episode.of(self.seeds[0], [action] * length * min(place + 1, 2), "repetition")
                for place, action in enumerate(self.survey.pool[:4])
            ],
        ]
        if not self.survey.invalid:
            del kinds[2]
        rounds = itertools.zip_longest(*kinds)
        return [episode for together in rounds for episode in together if episode is not None]

    def require_capability_absent(self, name: str, reason: str) -> None:
        """Leave the property out if the author declared this capability."""
        if name in self.declared.capabilities:
            raise Excluded(f"declared: {name} ({reason})")

    def require_deterministic(self) -> None:
        """Leave comparisons of traces out where they can say nothing."""
        self.require_capability_absent("stochastic", "traces are not compared")
        if not self.survey.deterministic:
            raise Excluded(
                "the same seed and actions differ under the same conditions "
                f"({self.survey.difference}): see runtime.episode_determinism"
            )

    def same(self, left: Any, right: Any) -> str:
        """The first difference of two plain values, as text; empty if there is none."""
        found = difference(left, right)
        return "" if found is None else str(found)


def over(trace: Trace) -> bool:
    """Whether nothing more is played: the episode is done, or a call raised."""
    last = trace[-1]
    return last.done or (last.data is None and last.error != "InvalidAction")
