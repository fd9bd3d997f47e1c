"""What a property works with: instances, evidence from the survey, and ways to play and compare."""

from __future__ import annotations

import functools
import itertools
import math
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from conformance.actions import ActionSource, action_source, add_tokens
from conformance.compare import content_difference, difference
from conformance.declared import Declared, read_declared
from conformance.driver import Driver, Local, Seen, open_driver
from conformance.episode import Action, Call, Episode, dumps
from conformance.forked import Death, in_fork
from conformance.profiles import Profile
from conformance.survey import Played, Survey
from conformance.verdict import Broken, Excluded, Unproved
from sdk.subject import Subject

Trace = list[Seen]
Plain = list[dict[str, Any]]


class Lab:
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
        self.subject = subject
        self.survey = survey
        self.profile = profile
        self.seed = seed
        self.extra = extra or {}
        self.declared: Declared = read_declared(subject)
        self.figures: dict[str, Any] = {}
        self._clean = clean
        self._began = time.monotonic()
        self._used = sum(os.times()[:4])

    # -- playing ------------------------------------------------------------------------------

    def new(self, *, use_async: bool | None = None) -> Driver:
        """A new instance (or session)."""
        driver = open_driver(self.subject)
        if isinstance(driver, Local):
            driver.use_async = self.survey.use_async if use_async is None else use_async
        return driver

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

    def pristine(self, episode: Episode) -> Plain:
        """The messages of an episode that is played in a process where nothing was played."""
        if self._clean is None:
            result = in_fork(lambda: self.plain(episode))
        else:
            result = self._clean(episode.to_dict())
        if isinstance(result, Death) or not isinstance(result, list):
            raise Broken(f"playing an episode in a fresh process failed: {result}", episode)
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
        found = content_difference(view(expected), view(seen))
        if found is None:
            return
        if self.subject.url is None:
            # Four controls: chance between two outcomes is mistaken for a cause once in 16.
            for _ in range(2 if self.slow else 4):
                control = content_difference(view(expected), view(self.pristine(episode)))
                if control is not None:
                    text = "the same episode differs under the same conditions"
                    raise Excluded(f"{text}: {control}")
        raise Broken(f"{what}: {found}", show or episode)

    # -- evidence -----------------------------------------------------------------------------

    @functools.cached_property
    def source(self) -> ActionSource:
        """Where valid actions come from."""
        source = action_source(self.subject, self.survey.schema)
        add_tokens(source, self.survey.tokens)
        source.tools = self.survey.tools
        if "actions" in self.survey.evidence:
            source.strategy = None
        return source

    @property
    def pool(self) -> list[Action]:
        """Valid actions."""
        if not self.survey.pool:
            raise Unproved("no valid action could be made: write actions() in proof.py")
        return self.survey.pool

    @property
    def solved(self) -> list[Played]:
        """The oracle's episodes that went well, one per seed."""
        good = [one for one in self.survey.solutions if not one.error and one.actions]
        if not good:
            problem = self.survey.evidence.get("oracle")
            raise Unproved(
                f"the oracle cannot be used: {problem}"
                if problem
                else "write oracle(env, observation) -> action in proof.py"
            )
        return good

    @property
    def solutions(self) -> list[Played]:
        """The oracle's episodes on seeds where there is something to win.

        Left out: seeds where idling earns as much, and both less than solutions do on average.
        """
        idle = {one.seed: one.total for one in self.survey.idle}
        least = self.reference - 2e-9
        return [
            one
            for one in self.solved
            if one.total > min(idle.get(one.seed, -math.inf), least) + 1e-9
        ]

    @property
    def secrets(self) -> list[tuple[Played, list[str]]]:
        """Seeds with the texts that must not show: from `secrets(env)`, or from the solutions."""
        told = [(one, one.secrets) for one in self.survey.solutions if one.secrets]
        if told or getattr(self.subject.proof, "secrets", None) is not None:
            return told
        if getattr(self.subject.proof, "oracle", None) is None:
            raise Unproved(
                "write secrets(env) -> list[str], or oracle(env, observation), in proof.py"
            )
        derived = [(one, _texts(one.actions[-1])) for one in self.solutions]
        listed = [set(texts) for _, texts in derived]
        common = set.intersection(*listed) if len(listed) > 1 else set()
        known = dumps([self.survey.schema, self.survey.pool])
        own = [
            (one, [t for t in texts if len(t) >= 3 and t not in common and dumps(t) not in known])
            for one, texts in derived
        ]
        own = [
            (one, [t for t in texts if t not in self._asked(one, len(texts))]) for one, texts in own
        ]
        if len({tuple(texts) for _, texts in own if texts}) < 2:
            raise Excluded("the solutions of different seeds hold no texts of their own")
        return own

    def _asked(self, one: Played, texts: int) -> str:
        """What the task itself says: the nested parts and long texts of the first observation.

        Where an answer has several texts, those that the first observation holds are the request.
        """
        opening = self.new().reset(**({} if one.seed is None else {"seed": one.seed}))
        parts = [
            value
            for key, value in (opening.data or {}).items()
            if key != "metadata"
            and (texts > 1 or isinstance(value, dict | list) or len(str(value)) > 80)
        ]
        return dumps(parts)

    @property
    def secrets_told(self) -> bool:
        """Whether the author names the secrets (else they are the texts of the solutions)."""
        return getattr(self.subject.proof, "secrets", None) is not None

    @functools.cached_property
    def seeds(self) -> list[int]:
        """The seeds of this run."""
        return [1 + self.seed * 1000 + index for index in range(self.profile.seeds)]

    def rng(self, name: str = "") -> random.Random:
        """A generator for this run."""
        return random.Random(f"{self.seed}/{name}")

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

    @property
    def slow(self) -> bool:
        """Whether a step takes so long that few can be played."""
        return self.survey.step_s > 0.05 or self.survey.reset_s > 0.2

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
            [
                Episode.of(self.seeds[0], [action] * length, "repetition")
                for action in self.survey.pool[:1]
            ],
        ]
        if not self.survey.invalid:
            del kinds[2]
        rounds = itertools.zip_longest(*kinds)
        return [episode for together in rounds for episode in together if episode is not None]

    def total(self, trace: Sequence[Seen]) -> float:
        """The return of a trace: resets pay nothing."""
        return sum(seen.pay for seen in trace[1:])

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

    @property
    def scale(self) -> float:
        """The span of returns: the oracle's above idling, or the declared range, or 1."""
        if self.survey.solutions and self.survey.idle:
            span = self.reference - self.floor
            if span > 0:
                return span
        if self.declared.low is not None and self.declared.high is not None:
            return self.declared.high - self.declared.low
        return 1.0

    @functools.cached_property
    def reference(self) -> float:
        """The oracle's mean return."""
        totals = [one.total for one in self.solved]
        return sum(totals) / len(totals)

    @functools.cached_property
    def floor(self) -> float:
        """What doing nothing earns, on average."""
        if self.declared.floor is not None:
            return self.declared.floor
        totals = [one.total for one in self.survey.idle if not one.error]
        return sum(totals) / len(totals) if totals else 0.0

    def same(self, left: Any, right: Any) -> str:
        """The first difference of two plain values, as text; empty if there is none."""
        found = difference(left, right)
        return "" if found is None else str(found)


def over(trace: Trace) -> bool:
    """Whether nothing more is played: the episode is done, or a call raised."""
    last = trace[-1]
    return last.done or (last.data is None and last.error != "InvalidAction")


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, dict):
        items = [item for key, item in value.items() if key not in ("metadata", "type")]
        return [text for item in items for text in _texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []
