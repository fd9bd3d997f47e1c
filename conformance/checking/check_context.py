"""What the check of a property works with: the subject, ways to play it, and a time budget."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hallmark_rl.conformance.checking.kept_plays import KeptPlays
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.open_driver import Driver, open_driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_differences, difference
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import BUDGET_USED_UP, NotApplicable, PropertyViolated
from hallmark_rl.conformance.core.stopwatch import Stopwatch
from hallmark_rl.conformance.processes.forking import ForkFailure, run_in_fork
from hallmark_rl.conformance.survey.evidence import Evidence
from hallmark_rl.conformance.survey.survey_data import BASE_POOL, FIRST_SEED, Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

Trace = list[Response]
"""The responses to the calls of an episode, in order."""
_MOST_ORACLE_STEPS = 2000
CHANGES = "changes"
"""Label of episodes of actions that change something in the environment."""
Messages = list[dict[str, Any]]
"""The same as plain data: each is a message, or `{"error": kind}`."""


class CheckContext(Evidence):
    """The argument of every check. Each check has a process and a context of its own.

    A *fresh process* is a process that has not played any episode yet.

    Args:
        subject: the environment.
        survey: what was measured before.
        profile: how much time and how many examples the check may use.
        seed: seed of the suite's own random choices.
        fresh_process: plays an episode (as a dict) in a fresh process, and returns its messages or
            a `ForkFailure`; None to play in a fork of this process.
        extra: data for this check, from the parent process.

    Attributes:
        figures: numbers that the report shows with the result.
        kept: what this check and those before it have played.
    """

    def __init__(
        self,
        subject: Subject,
        survey: Survey,
        profile: Profile,
        *,
        seed: int = 0,
        fresh_process: Callable[[Any], Any] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(subject, survey, profile, seed)
        self.extra = extra or {}
        self.figures: dict[str, Any] = {}
        self.kept = KeptPlays()
        self._fresh_process = fresh_process
        self._stopwatch = Stopwatch()

    # -- playing ------------------------------------------------------------------------------

    def new_driver(self, *, use_async: bool | None = None) -> Driver:
        """A new instance, or a new session of a server; `use_async` defaults to the survey's."""
        if use_async is None:
            use_async = self.survey.use_async
        return open_driver(self.subject, use_async=use_async)

    def new_in_process_driver(self, *, use_async: bool | None = None) -> InProcessDriver:
        """A new instance in this process; `NotApplicable` if the subject is a running server."""
        driver = self.new_driver(use_async=use_async)
        if not isinstance(driver, InProcessDriver):
            raise NotApplicable("the subject is a running server: there is nothing in process")
        return driver

    def play(self, episode: Episode, driver: Driver | None = None, *, stop: bool = True) -> Trace:
        """Play the calls of one session on a new instance, or on `driver`.

        `stop` leaves out steps after the end of the episode or after an exception.
        """
        is_own = driver is None
        driver = driver or self.new_driver()
        trace: Trace = []
        for call in episode.calls:
            if stop and call.op == "step" and trace and is_over(trace):
                continue
            trace.append(self.call(driver, call))
        if is_own:
            driver.close()
        return trace

    def call(self, driver: Driver, call: Call) -> Response:
        """Make one call on an instance."""
        if call.op == "reset":
            return driver.reset(**call.options)
        if call.op == "step":
            return driver.step(call.action or {})
        return driver.state()

    def play_messages(self, episode: Episode, driver: Driver | None = None) -> Messages:
        """Play an episode as `play` does; the responses as plain data."""
        return [response.plain() for response in self.play(episode, driver)]

    def play_in_fresh_process(self, episode: Episode, *, again: bool = False) -> Messages:
        """Play an episode in a fresh process, and return its messages.

        The messages are remembered; `again` plays the episode even if they are known. Raises
        `PropertyViolated` if the process ends without a result.
        """
        key = to_json(episode.to_dict()["calls"])
        if key in self.kept.messages and not again:
            known: Messages = self.kept.messages[key]
            return known
        if self._fresh_process is None:
            result = run_in_fork(lambda: self.play_messages(episode))
        else:
            result = self._fresh_process(episode.to_dict())
        if isinstance(result, ForkFailure) or not isinstance(result, list):
            text = f"playing an episode in a fresh process failed: {result}"
            raise PropertyViolated(text, episode)
        self.kept.messages.setdefault(key, result)
        return result

    def require_same_messages(
        self,
        episode: Episode,
        expected: Messages,
        observed: Messages,
        what: str,
        *,
        show: Episode | None = None,
        view: Callable[[Messages], Messages] = list,
        used_process: bool = False,
    ) -> None:
        """Raise `PropertyViolated` if messages of an episode differ in content from the expected.

        Before that, the episode is played several times under the same conditions: if it differs
        there as well, the property is `NotApplicable`.

        Args:
            episode: the calls that gave `expected`.
            expected: messages from a fresh process.
            observed: messages under the condition that is checked.
            what: begins the text of the violation.
            show: the episode that the violation shows, if not `episode`.
            view: selects the part of the messages that is compared.
            used_process: whether `observed` comes from a process that played other episodes before,
                and this is not what is checked. If a second play of the episode in a process
                differs too, the property is `NotApplicable`.
        """
        differing = content_differences(view(expected), [view(observed)])
        if differing and self.subject.url is None:
            # With four repetitions, a coin toss is mistaken for a difference once in 16 times.
            again = [
                view(self.play_in_fresh_process(episode, again=True))
                for _ in range(2 if self.slow else 4)
            ]
            for control in content_differences(view(expected), again):
                text = "the same episode differs under the same conditions"
                raise NotApplicable(f"{text}: {control}")
            if used_process:
                self.require_same_when_repeated(episode, expected, view)
            steady = content_differences(view(expected), [view(observed), *again])
            differing = [item for item in differing if item in steady]
        if differing:
            raise PropertyViolated(f"{what}: {differing[0]}", show or episode)

    def require_same_when_repeated(
        self, episode: Episode, expected: Messages, view: Callable[[Messages], Messages] = list
    ) -> None:
        """Raise `NotApplicable` if a second play in one process differs from the expected."""
        if self._fresh_process is None:
            return
        second = self._fresh_process({**episode.to_dict(), "times": 2})
        repeated = [view(second)] if isinstance(second, list) else []
        for control in content_differences(view(expected), repeated):
            text = "the same episode differs when it is played again in a process"
            raise NotApplicable(f"{text}: {control}: see runtime.episode_determinism")

    # -- time -------------------------------------------------------------------------------------

    def seconds_left(self) -> float:
        """Seconds of this check's budget that are left; negative if it is exceeded."""
        return self.profile.budget - self._stopwatch.seconds

    def out_of_time(self, overtime: float = 0.0) -> bool:
        """Whether the budget is exceeded by `overtime` seconds; then work is left out.

        Then the result has the figure `budget_used_up`, which the report counts.
        """
        if self.seconds_left() > -overtime:
            return False
        self.figures[BUDGET_USED_UP] = True
        return True

    def until_budget(self, items: Iterable[Any], least: int = 1) -> Iterator[Any]:
        """The items until the budget is used up, but at least `least` (3 for slow subjects)."""
        least = min(least, 3) if self.slow else least
        for index, item in enumerate(items):
            if index >= least and self.out_of_time():
                return
            yield item

    # -- episodes to try ------------------------------------------------------------------------

    def random_episode(self, seed: int | None, length: int, name: str = "walk") -> Episode:
        """An episode of random valid actions; the same for the same arguments.

        It is the same in every profile: only the actions that all of them sample are used. The
        survey's `opening` comes first and counts for `length`.
        """
        rng = self.rng(f"{name}{seed}{length}")
        opening, pool = self.survey.opening, self.pool[:BASE_POOL]
        actions = [*opening, *(rng.choice(pool) for _ in range(length))]
        return Episode.of(seed, actions[: max(length, len(opening))], name)

    def corpus(self, length: int = 8) -> list[Episode]:
        """Episodes to try first, with the kinds in turn.

        The kinds: random actions, what earned something else when the search played it again,
        solutions, actions that change something, invalid actions, the solution of another seed, a
        late solution, one action repeated, and the default and the least action. `length` is the
        number of steps, at most 3 for slow subjects.
        """
        length = min(length, 3) if self.slow else length
        solved = [rollout for rollout in self.survey.solutions if not rollout.error][:3]
        kinds = [
            [self.random_episode(seed, length) for seed in self.seeds[:3]],
            [rollout.episode("solution") for rollout in solved],
            [
                Episode.of(seed, (self.survey.changing * length)[:length], CHANGES)
                for seed in self.seeds[:2]
                if self.survey.changing
            ],
            [Episode.of(self.seeds[0], self.survey.invalid[:length], "illegal")],
            [
                Episode.of(rollout.seed, other.actions, "another seed's solution")
                for rollout, other in itertools.pairwise(solved)
            ],
            [
                Episode.of(rollout.seed, self.pool[:2] + rollout.actions, "late solution")
                for rollout in solved[:-1]
            ],
            [  # some defects show only after many actions of one kind
                Episode.of(self.seeds[0], [action] * length * min(index + 1, 2), "repetition")
                for index, action in enumerate(self.survey.pool[:4])
            ],
            [Episode.of(self.seeds[0], [action], "least") for action in self.least_actions],
        ]
        if not self.survey.invalid:
            del kinds[3]
        unrepeated = [Rollout(**plain) for plain in self.survey.found.get("unrepeated", ())]
        kinds.insert(1, [rollout.episode("what earned something else") for rollout in unrepeated])
        rounds = itertools.zip_longest(*kinds)
        return [episode for turn in rounds for episode in turn if episode is not None]

    @functools.cached_property
    def stored(self) -> list[Episode]:
        """Episodes of former failures of this property, to be tried first.

        A finding is repeated in a new process, whose survey may know other actions.
        """
        return [Episode.from_dict(data) for data in self.extra.get("stored", ())]

    def first_episodes(self, count: int) -> list[Episode]:
        """The stored episodes, and so many of the corpus."""
        return [*self.stored, *self.corpus()[:count]]

    @property
    def oracle_steps(self) -> int:
        """Steps after which a play of the oracle is cut.

        200, or those of its longest solution, or the declared limit if that is at most 2000.
        """
        declared = self.declared.max_steps or 0
        return max(200, self.survey.longest, declared if declared <= _MOST_ORACLE_STEPS else 0)

    @property
    def full_length(self) -> int:
        """Steps of an episode that is played to its end: at most 200, or 1 s of a slow subject."""
        steps = max(self.survey.longest, self.declared.max_steps or 0, 8)
        return max(8, min(steps, 200, int(1.0 / max(self.survey.step_s, 1e-3))))

    def long_episodes(self) -> list[Episode]:
        """Unsolved episodes of full length: some defects begin late in an episode.

        They are idle (the null policy's first action), repeat one valid action, and are random.
        First comes the survey's long episode, if it has one.
        """
        length, seed = self.full_length, self.seeds[0]
        idle = [action for rollout in self.survey.null_rollouts for action in rollout.actions[:1]]
        repeated = [*idle[:1], *self.pool[:2]]
        found = self.survey.long_actions
        return [
            *([Episode.of(FIRST_SEED, found, "a long episode")] if found else []),
            *(Episode.of(seed, [action] * length, "a long repetition") for action in repeated[:1]),
            self.random_episode(seed, length, "long walk"),
            *(Episode.of(seed, [action] * length, "a long repetition") for action in repeated[1:]),
            *(self.random_episode(seed, length, "long walk") for seed in self.seeds[1:3]),
        ]

    @functools.cached_property
    def least_actions(self) -> list[Action]:
        """The action with all fields left out, and the one with the least values, if valid."""
        least = self.source.minimal()
        made: list[Action] = [{}] if self.source.valid({}) and not self.survey.tools else []
        return [*made, *([least] if least and least not in made else [])]

    # -- what the check needs --------------------------------------------------------------------

    def require_capability_absent(self, name: str, reason: str) -> None:
        """Raise `NotApplicable` if the author declares this capability."""
        if name in self.declared.capabilities:
            raise NotApplicable(f"declared: {name} ({reason})")

    def require_deterministic(self) -> None:
        """Raise `NotApplicable` where equal seeds and actions do not give equal messages."""
        self.require_capability_absent("stochastic", "traces are not compared")
        if not self.survey.deterministic:
            raise NotApplicable(
                "the same seed and actions differ under the same conditions "
                f"({self.survey.difference}): see runtime.episode_determinism"
            )

    def first_difference(self, left: Any, right: Any) -> str:
        """The first difference of two values made of dicts and lists, as text; empty if equal."""
        differing = difference(left, right)
        return "" if differing is None else str(differing)


def is_over(trace: Trace) -> bool:
    """Whether no further step is played: the episode is done, or a call raised an exception."""
    last = trace[-1]
    return last.done or (last.data is None and last.error != "InvalidAction")
