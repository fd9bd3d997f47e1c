"""Semantics: a limit holds for the sum of several entries, and not for each of them alone."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _SHARE = 3, 0.5
_MOST = r"\b(at most|up to|no more than|maximum|limit\w*)\b"
_ENTRY = r"(line|order|entry|filling|purchase)\b"
_PER_ENTRY = re.compile(
    rf"{_MOST}[^.;]*\b(per|each|every|a single|one|in an?) {_ENTRY}"
    rf"|\b(per|each|every|a single|one|an?) {_ENTRY} (\w+ ){{0,3}}{_MOST}",
    re.I,
)
"""A sentence with a limit that holds for each entry."""
_NUMBER = re.compile(r"(?<![\w.])\d{1,6}(?:\.\d+)?(?![\w.])")
_HUGE = 10**5
_MOST_ENTRIES = 6


@dataclass(frozen=True)
class _Entry:
    """An entry of a solution with an amount.

    Attributes:
        place: index of the action.
        own: its amount.
        with_amounts: the action with entries of these amounts in place of the entry.
        most: the largest amount that the action model allows.
    """

    place: int
    own: int
    with_amounts: Callable[[list[int]], Action]
    most: int


@check("semantic.split_limits")
def split_limits(context: CheckContext) -> None:
    """Find the largest amount of an entry that is carried out, and give it in two entries."""
    context.require_deterministic()
    if any(map(_PER_ENTRY.search, task_sentences(context))):
        raise NotApplicable("a text gives a limit for each entry")
    limited, found = 0, list[tuple[Episode, int]]()
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        case: tuple[Episode, int] | None = None
        for entry in _entries(context, solution):
            largest = _largest(context, solution, entry)
            if largest is None:
                continue
            limited += case is None
            for second in dict.fromkeys((largest, 1)):
                if case is None and _both_carried_out(context, solution, entry, largest, second):
                    case = _episode(solution, entry, [largest, second]), largest
            if case is not None:
                break
        found += [case] if case else []
    if not limited:
        raise NotApplicable("no entry of a solution has an amount that is refused when it is large")
    if len(found) >= max(_FEWEST, _SHARE * len(context.solutions)):
        episode, largest = found[0]
        raise PropertyViolated(
            f"an amount of {largest} in one entry is carried out, a larger one is refused, and "
            "two entries that are larger together are carried out: "
            f"{to_json(episode.calls[-1].action)[:200]}; so on {len(found)} seeds",
            episode,
        )


def _entries(context: CheckContext, solution: Rollout) -> Iterator[_Entry]:
    """Entries with amounts in the first and in the last action of a solution."""
    for place in sorted({0, len(solution.actions) - 1}):
        action = solution.actions[place]
        for field, value in action.items():
            if isinstance(value, list) and all(isinstance(item, dict) for item in value):
                yield from _in_list(context, place, action, field)
            elif isinstance(value, str):
                yield from _in_lines(place, action, field)


def _in_list(context: CheckContext, place: int, action: Action, field: str) -> Iterator[_Entry]:
    items = action[field]
    for index, item in list(enumerate(items))[:_MOST_ENTRIES]:
        for key, amount in item.items():
            if type(amount) is not int or amount < 1:
                continue

            def with_amounts(
                amounts: list[int],
                index: int = index,
                item: dict[str, Any] = item,
                key: str = key,
            ) -> Action:
                made = [{**item, key: amount} for amount in amounts]
                return {**action, field: [*items[:index], *made, *items[index + 1 :]]}

            sizes = (_HUGE, 999, 99, 50, 20)
            allowed = (n for n in sizes if context.source.valid(with_amounts([n])))
            most = next(allowed, 0)
            if most:
                yield _Entry(place, amount, with_amounts, most)


def _in_lines(place: int, action: Action, field: str) -> Iterator[_Entry]:
    lines = action[field].split("\n")
    for index, line in list(enumerate(lines))[:_MOST_ENTRIES] if len(lines) > 1 else ():
        numbers = list(_NUMBER.finditer(line))
        if len(numbers) != 1:
            continue
        start, end = numbers[0].span()

        def with_amounts(
            amounts: list[int],
            index: int = index,
            line: str = line,
            start: int = start,
            end: int = end,
        ) -> Action:
            made = [f"{line[:start]}{amount}{line[end:]}" for amount in amounts]
            return {**action, field: "\n".join([*lines[:index], *made, *lines[index + 1 :]])}

        yield _Entry(place, int(float(numbers[0][0])), with_amounts, _HUGE)


def _episode(solution: Rollout, entry: _Entry, amounts: list[int]) -> Episode:
    actions = [*solution.actions[: entry.place], entry.with_amounts(amounts)]
    return Episode.of(solution.seed, actions, "amounts", **solution.options)


def _outcome(
    context: CheckContext, solution: Rollout, entry: _Entry, amounts: list[int]
) -> tuple[Any, ...] | None:
    """What an action with these amounts makes the message show, but sentences; the reward last."""
    episode = _episode(solution, entry, amounts)
    trace = context.play(episode)
    if len(trace) < len(episode.calls) or trace[-1].data is None:
        return None
    shown = {key: value for key, value in trace[-1].data.items() if key not in VERDICT}
    values = [
        (path, value)
        for path, value in subtrees(shown)
        if not isinstance(value, dict | list) and " " not in str(value)
    ]
    return (*values, round(trace[-1].numeric_reward, 9))


def _largest(context: CheckContext, solution: Rollout, entry: _Entry) -> int | None:
    """The largest amount that is carried out; None if there is no such limit."""
    refused = _outcome(context, solution, entry, [entry.most])
    if refused is None or _outcome(context, solution, entry, [entry.own]) in (None, refused):
        return None
    low, high = max(1, entry.own), entry.most
    while high - low > 1:
        middle = (low + high) // 2
        if _outcome(context, solution, entry, [middle]) == refused:
            high = middle
        else:
            low = middle
    twice = _outcome(context, solution, entry, [min(2 * low, entry.most)])
    return low if 2 * low <= entry.most and twice == refused else None


def _both_carried_out(
    context: CheckContext, solution: Rollout, entry: _Entry, largest: int, second: int
) -> bool:
    """Whether entries of the largest and a second amount do more than one, and are not refused."""
    both = _outcome(context, solution, entry, [largest, second])
    once, none, *refused = (
        _outcome(context, solution, entry, amounts)
        for amounts in ([largest], [], [largest + second], [entry.most])
    )
    if both is None or once is None or both in (once, none, *refused):
        return False
    if largest > 1:
        parts = _outcome(context, solution, entry, [largest - 1, 1])
        if parts is None or abs(parts[-1] - once[-1]) > oracle_margin(context):
            return False  # the numbers of two entries do not add up
    is_last = entry.place == len(solution.actions) - 1
    if is_last and both[-1] > context.floor + oracle_margin(context):
        # Where a smaller amount is refused too, it may name something: then a second one costs.
        is_name = largest > 1 and _outcome(context, solution, entry, [largest - 1]) in refused
        return not is_name or both[-1] >= once[-1] - oracle_margin(context)
    before, after, twice = (dict((outcome or ())[:-1]) for outcome in (none, once, both))
    numbers = [
        path
        for path in before.keys() & after.keys() & twice.keys()
        if all(type(shown[path]) in (int, float) for shown in (before, after, twice))
    ]
    return any(
        after[path] != before[path]
        and math.isclose(
            (twice[path] - before[path]) * largest,
            (after[path] - before[path]) * (largest + second),
        )
        for path in numbers
    )
