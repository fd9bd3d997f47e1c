"""Step: what takes longer than what is left of the time is not done, or not paid."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import oracle_margin
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_MAY_OVERRUN = re.compile(
    r"\b(overruns?|overtime|runs? over|late(st)? (start|finish))\b"
    r"|\b(begun|began|begins?|started|starts?|under way|last (action|step|move|one|job|trip))\b"
    r".{0,60}\b(still|anyway|nevertheless|may|can|is|are|will be)\b.{0,20}"
    r"\b(finish(es|ed)?|complet(es?|ed)|done|counts?|paid|carried out|exceeds?|pass)\b",
    re.I,
)
"""A sentence that allows it."""
_NOT = re.compile(r"\b(not|never|no|nothing|only|unless|un\w+ed|refused)\b|n['’]t\b", re.I)
_COUNTER = re.compile(r"(^|[._])(steps?|turns?|ticks?|moves?)(_|$)", re.I)
_SEEDS, _WALKS = 3, 3
_LENGTH, _ACTIONS = 300, 14
_FEWEST = 2
"""Seeds on which an overrun is paid."""
_PLACES = 8
"""How many of a solution's last actions are tried."""
_MOST_WAITS = 60


@dataclass(frozen=True)
class _Clock:
    """A number that says how far an episode is from its end.

    Attributes:
        path: of the number that is used up, or that rises.
        end: path of the number that it rises to; empty for one that is used up.
    """

    path: str
    end: str = ""

    def left(self, numbers: dict[str, float]) -> float | None:
        """What is left until the end; None where a message does not show it."""
        if self.path not in numbers or (self.end and self.end not in numbers):
            return None
        return numbers[self.end] - numbers[self.path] if self.end else numbers[self.path]

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return f"{self.end} - {self.path}" if self.end else self.path


@check("step.overruns")
def overruns(context: CheckContext) -> None:
    """Wait until less is left than an action of a solution takes, and take it then."""
    context.require_deterministic()
    allowed = next(
        (s for s in task_sentences(context) if _MAY_OVERRUN.search(s) and not _NOT.search(s)), ""
    )
    if allowed:
        raise NotApplicable(f"allowed: {allowed[:80]!r}")
    clocks = _clocks(context)
    if not clocks:
        raise NotApplicable("no message shows a number that says when the episode will end")
    tried = 0
    found: dict[str, list[tuple[Episode, str]]] = {}
    solutions = [rollout for rollout in context.solutions if len(rollout.actions) > 1]
    for solution in context.until_budget(solutions, least=_FEWEST):
        for clock in clocks:
            for episode, text in _late_actions(context, solution, clock):
                tried += 1
                if text:
                    found.setdefault(clock.name, []).append((episode, text))
                    break
    if not tried:
        raise NotApplicable("no action of a solution takes longer than waiting does")
    for cases in found.values():
        if len(cases) >= _FEWEST:
            raise PropertyViolated(f"{cases[0][1]}; so on {len(cases)} seeds", cases[0][0])


def _clocks(context: CheckContext) -> list[_Clock]:
    """The numbers that are used up, or reach another one, exactly where episodes end."""
    traces = [
        context.play(episode) for episode in context.until_budget(_to_the_end(context), least=8)
    ]
    played = [(trace, [_numbers(response) for response in trace]) for trace in traces]
    paths = set.intersection(*(set(shown) for _, each in played for shown in each))
    changes = {
        path: {
            (after[path] > before[path]) - (after[path] < before[path])
            for _, each in played
            for before, after in itertools.pairwise(each)
        }
        for path in paths
    }
    falling = {path for path, signs in changes.items() if -1 in signs and 1 not in signs}
    rising = {path for path, signs in changes.items() if 1 in signs and -1 not in signs}
    constant = paths - {path for path, signs in changes.items() if signs - {0}}
    found = [_Clock(path) for path in sorted(falling)]
    found += [_Clock(*pair) for pair in itertools.product(sorted(rising), sorted(constant))]
    return [
        clock
        for clock in found
        if all(_runs_out(clock, trace, shown) for trace, shown in played)
        and sum(trace[-1].done and _is_over(clock, shown[-1]) for trace, shown in played) >= _FEWEST
    ]


def _is_over(clock: _Clock, numbers: dict[str, float]) -> bool:
    left = clock.left(numbers)
    return left is not None and left <= 0


def _to_the_end(context: CheckContext) -> Iterator[Episode]:
    """Episodes that are played until they end: random ones, and one action again and again."""
    steps = max(8, min(_LENGTH, int(1.0 / max(context.survey.step_s, 1e-4))))
    for seed in context.seeds[:_SEEDS]:
        for number in range(_WALKS):
            yield context.random_episode(seed, steps, f"until the end {number}")
    for action in context.pool[:_ACTIONS]:
        yield Episode.of(context.seeds[0], [action] * steps, "until the end")
    for solution in context.solutions[:_SEEDS]:
        yield solution.episode("solution")


def _numbers(response: Response) -> dict[str, float]:
    """The numbers of a message by their paths, without those in lists and in metadata."""
    data = {k: v for k, v in (response.data or {}).items() if k not in ("metadata", "reward")}
    return {
        path: value
        for path, value in subtrees(data)
        if type(value) in (int, float) and "[" not in path
    }


def _runs_out(clock: _Clock, trace: Trace, shown: list[dict[str, float]]) -> bool:
    """Whether something is left as long as the episode is not done."""
    return not any(
        _is_over(clock, numbers)
        for numbers, response in zip(shown, trace, strict=True)
        if not response.done
    )


def _late_actions(
    context: CheckContext, solution: Rollout, clock: _Clock
) -> Iterator[tuple[Episode, str]]:
    """Actions that are taken too late, with what is wrong about each; nothing if it is refused."""
    trace = context.play(solution.episode("solution"))
    shown = [_numbers(response) for response in trace]
    places = [n for n in range(len(trace) - 1) if len(solution.actions) - n <= _PLACES]
    for place in reversed(places):
        before, after = clock.left(shown[place]), clock.left(shown[place + 1])
        if before is None or after is None:
            continue
        cost = before - after
        effect = _content(trace[place + 1], clock)
        if cost <= 0 or trace[place + 1].done or effect == _content(trace[place], clock):
            continue
        prefix, action = solution.actions[:place], solution.actions[place]
        waits = _waits(context, solution, prefix, trace[place], clock)
        for aim in dict.fromkeys((cost - 1, cost // 2, cost / 2, 1.0)):
            waiting = _fill(before, aim, cost, waits)
            if waiting is None:
                continue
            late = [*prefix, *waiting, action]
            episode = Episode.of(solution.seed, late, "taken too late", **solution.options)
            yield episode, _overrun(context, episode, clock, cost, effect)


def _waits(
    context: CheckContext,
    solution: Rollout,
    prefix: list[Action],
    state: Response,
    clock: _Clock,
) -> list[tuple[float, Action]]:
    """Actions that change nothing but what is left and texts, with what each takes."""
    left = clock.left(_numbers(state)) or 0.0
    found: dict[float, Action] = {}
    for action in [*solution.actions[:_ACTIONS], *context.pool[:_ACTIONS]]:
        response = _end(context, solution, [*prefix, action])
        if response is None or response.done:
            continue
        rest = clock.left(_numbers(response))
        same = _content(response, clock) == _content(state, clock)
        if rest is not None and rest < left and same:
            found.setdefault(left - rest, action)
    return sorted(found.items(), key=lambda wait: -wait[0])


def _fill(
    left: float, aim: float, cost: float, waits: list[tuple[float, Action]]
) -> list[Action] | None:
    """Waits after which about `aim` is left, more than nothing and less than `cost`."""
    waiting: list[Action] = []
    for takes, action in waits:
        count = max(0, int((left - aim + 1e-9) // takes))
        waiting += [action] * min(count, _MOST_WAITS - len(waiting))
        left -= takes * count
    return waiting if 0 < left < cost - 1e-9 and len(waiting) < _MOST_WAITS else None


def _overrun(
    context: CheckContext, episode: Episode, clock: _Clock, cost: float, effect: dict[str, Any]
) -> str:
    """What is wrong about an episode whose last action takes more than is left; empty if nothing.

    The action has its whole effect, and pays more than what is waited instead of it.
    """
    trace = context.play(episode)
    actions = [call.action or {} for call in episode.calls[1:]]
    if len(trace) <= len(actions) or trace[-2].done:
        return ""
    left = clock.left(_numbers(trace[-2]))
    if left is None or not 0 < left < cost - 1e-9 or _content(trace[-1], clock) != effect:
        return ""
    rest = clock.left(_numbers(trace[-1]))
    if rest is None or rest > 0:
        return ""
    waited = _waited_out(context, episode, actions, clock)
    paid = sum(response.numeric_reward for response in trace[1:])
    if waited is None or not trace[-1].done or paid < waited + oracle_margin(context):
        return ""
    return (
        f"after {len(actions) - 1} steps {left:g} is left ({clock.name}), and an action that takes "
        f"{cost:g} is done in full: the episode earns {paid:.4g}, without it {waited:.4g}"
    )


def _waited_out(
    context: CheckContext, episode: Episode, actions: list[Action], clock: _Clock
) -> float | None:
    """The return where the last action is left out and waits end the episode; None if none do."""
    before = context.play(Episode(episode.calls[:-1], "waiting"))
    content = _content(before[-1], clock)
    for wait in context.pool[:_ACTIONS]:
        longer = [*episode.calls[:-1], *Episode.of(None, [wait] * _MOST_WAITS, "").calls[1:]]
        trace = context.play(Episode(tuple(longer), "waiting"))
        if trace[-1].done and _content(trace[-1], clock) == content:
            return sum(response.numeric_reward for response in trace[1:])
    return None


def _end(context: CheckContext, solution: Rollout, actions: list[Action]) -> Response | None:
    trace = context.play(Episode.of(solution.seed, actions, "wait", **solution.options))
    return trace[-1] if len(trace) == len(actions) + 1 and trace[-1].data is not None else None


def _content(response: Response, clock: _Clock) -> dict[str, Any]:
    """What a message shows, without what is left, sentences and the verdict."""
    data = response.data or {}
    shown = {k: v for k, v in data.items() if k not in VERDICT}
    return {
        path: value
        for path, value in subtrees(shown)
        if path != clock.path
        and not (_COUNTER.search(path) and type(value) in (int, float))
        and not isinstance(value, dict | list)
        and not (isinstance(value, str) and (" " in value or not value))
    }
