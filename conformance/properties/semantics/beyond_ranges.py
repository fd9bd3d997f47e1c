"""Semantics: a number beyond the range that the texts name is not carried out."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.stated_ranges import stated_numbers
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.refusals import COUNTER_NAME, refusal
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _FEWEST = 5, 3
"""Seeds that are tried, and those on which a number beyond the range must be carried out."""
_MOST_ACTIONS, _MOST_BEFORE = 24, 3
"""First steps that are tried, and steps of a solution before one."""
_Before = Callable[[int | None], list[Action]]
"""From a seed to the actions that are played first."""


@check("semantic.beyond_ranges")
def beyond_ranges(context: CheckContext) -> None:
    """Send a number within its range, the nearest end, and one beyond it; compare the effects."""
    context.require_capability_absent("stochastic", "single effects depend on chance")
    ranges = stated_numbers(context.source.schema, task_sentences(context))
    if not ranges:
        raise NotApplicable("no text names the range of a number of the action")
    tried = refused = 0
    for before, action in context.until_budget(_actions(context), least=6):
        for name, (low, high) in ranges.items():
            for numbers in _beyond(low, high) if _holds_numbers(action.get(name)) else ():
                sent = [_with(action, name, number) for number in numbers]
                if not all(map(context.source.valid, sent[:3])):
                    refused += not context.source.valid(sent[2])
                    continue
                tried += 1
                effects = {
                    seed: _carried_out(context, seed, before(seed), sent, name)
                    for seed in context.seeds[:_SEEDS]
                }
                found = [seed for seed, effect in effects.items() if effect]
                if len(found) >= _FEWEST:
                    actions = [*before(found[0]), sent[2]]
                    named = f"{low:g} to {high:g}" if high < math.inf else f"{low:g} or more"
                    raise PropertyViolated(
                        f"{name} = {sent[2][name]} is carried out: {effects[found[0]]}; the texts "
                        f"name {named}",
                        Episode.of(found[0], actions, "beyond the range"),
                    )
    if not tried and not refused:
        raise NotApplicable("no action with such a number was found")


def _holds_numbers(value: Any) -> bool:
    """Whether it is a number, or a list that begins with one."""
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, int | float) and not isinstance(first, bool)


def _with(action: Action, name: str, number: float) -> Action:
    """The action with another number in a field, or as the first item of its list."""
    value = action[name]
    old = value[0] if isinstance(value, list) else value
    new = int(number) if isinstance(old, int) else number
    return {**action, name: [new, *value[1:]] if isinstance(value, list) else new}


def _actions(context: CheckContext) -> Iterator[tuple[_Before, Action]]:
    """Actions, each with what is played before it: first steps, and later ones of solutions."""
    solutions = context.survey.solutions
    first = [each.actions[0] for each in solutions[:2] if each.actions]
    for action in [*first, *context.pool][:_MOST_ACTIONS]:
        yield functools.partial(_beginning, {}, 0), action
    played = {each.seed: each.actions for each in solutions}
    for place in range(1, _MOST_BEFORE + 1):
        later = [each.actions[place] for each in solutions if len(each.actions) > place]
        for action in later[:1]:
            yield functools.partial(_beginning, played, place), action


def _beginning(
    played: Mapping[int | None, list[Action]], steps: int, seed: int | None
) -> list[Action]:
    """The first steps of the solution of a seed."""
    return played.get(seed, [])[:steps]


def _beyond(low: float, high: float) -> Iterator[tuple[float, float, float, float]]:
    """A number within the range, an end of it, and two beyond that end, at equal distances."""
    apart = max(1.0, (high - low) // 4) if high < math.inf else 1.0
    yield low + apart, low, low - apart, low - 2 * apart
    if high < math.inf:
        yield high - apart, high, high + apart, high + 2 * apart


def _carried_out(
    context: CheckContext, seed: int | None, earlier: list[Action], sent: list[Action], name: str
) -> str:
    """A shown number that goes on from the end as it went to it; empty if there is none.

    What is as it was before the step, or the same farther beyond the end, may have been refused.
    """
    before: dict[str, float] = {}
    shown: list[dict[str, float]] = []
    for action in filter(context.source.valid, sent):
        trace = context.play(Episode.of(seed, [*earlier, action], "beyond the range"))
        first, rest = trace[min(len(earlier), len(trace) - 1)], trace[len(earlier) + 1 :]
        if not rest or rest[0].data is None or refusal(trace[0], first, rest[0], action):
            if len(shown) < 3:
                return ""
            break
        before = _numbers(first.data)
        shown.append(_numbers(rest[0].data))
    values = [value[0] if isinstance(value := a[name], list) else value for a in sent]
    for path in sorted(shown[0].keys() & shown[1].keys() & shown[2].keys()):
        within, end, beyond = (numbers[path] for numbers in shown[:3])
        if path == "reward" or [within, end, beyond] == values[:3]:
            continue
        if beyond in (before.get(path), shown[-1].get(path) if len(shown) > 3 else None):
            continue
        # below zero, where zero means nothing, any effect of its own is one
        below_zero = values[1] == 0 and beyond != end and not COUNTER_NAME.search(path)
        if (end - within) * (beyond - end) > 0 or below_zero:
            return f"{path} is {within:g}, {end:g} and {beyond:g}"
    return ""


def _numbers(data: object) -> dict[str, float]:
    return {path: value for path, value in subtrees(data) if type(value) in (int, float)}
