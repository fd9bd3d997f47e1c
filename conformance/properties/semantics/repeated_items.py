"""Semantics: the same item twice does not count as two items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import (
    oracle_margin,
    paid_like,
)
from hallmark_rl.conformance.checking.probes.nested_values import json_part, lists_in
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.solved_levels import solutions_of_levels
from hallmark_rl.conformance.survey.survey_data import Rollout

_NAME = re.compile(r"[^\n]{3,40}|[A-Za-z]\d")
_FEWEST = 4
"""Tasks on which the list must be paid, and on which it must be tried."""
_LEAST_GAIN = 0.5
"""Share of what an item earns that it must earn again when it is named twice."""


WithItems = Callable[[list[Any]], Action]
"""The last action of a solution with other items in a list."""


@check("semantic.repeated_items")
def repeated_items(context: CheckContext) -> None:
    """Put one item in the place of all others, or send it twice, where no solution repeats one."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    replaced: dict[str, list[Episode | None]] = {}
    doubled: dict[str, list[Episode | None]] = {}
    repeating: set[str] = set()
    for solution in context.until_budget(solutions_of_levels(context), least=3 * _FEWEST):
        last, before = solution.actions[-1], solution.actions[:-1]
        for name, text in last.items():
            if isinstance(text, str) and json_part(text) is None:
                for found in _repeated_in_text(context, solution, name):
                    replaced.setdefault(name, []).append(found)
        for name, items, with_items in lists_in(last):
            if len(items) < 2:
                continue
            if not _are_different(items):
                repeating.add(name)
                continue
            if _is_row(context, solution, items, with_items):
                continue
            doubled.setdefault(name, []).append(
                _counted_twice(context, solution, items, with_items)
            )
            if paid_like(context, solution, [*before, with_items(items[1:])], "one item less"):
                continue  # not all items are needed
            repeated = [*before, with_items(items[:1] * len(items))]
            found = paid_like(context, solution, repeated, "one item repeated")
            replaced.setdefault(name, []).append(found)
    if not replaced and not doubled:
        raise NotApplicable("no answer names different items")
    for name, tried in replaced.items():
        _require_few(name, tried, "in the place of all others is paid like the right list")
    for name in doubled.keys() - repeating:
        _require_few(name, doubled[name], "earns more when it is named twice")


def _require_few(name: str, tried: Sequence[Episode | None], what: str) -> None:
    """Raise if something was paid on most of the tasks on which it was tried."""
    paid = [episode for episode in tried if episode is not None]
    if len(paid) >= _FEWEST and 2 * len(paid) >= len(tried):
        raise PropertyViolated(
            f"one item of {name!r} {what} on {len(paid)} of {len(tried)} tasks: "
            f"{to_json(paid[0].calls[-1].action)[:240]}",
            paid[0],
        )


def _repeated_in_text(
    context: CheckContext, solution: Rollout, name: str
) -> Iterator[Episode | None]:
    """The episode of a text in which one of several names, or lines, stands for all, if it is paid.

    Nothing if a text without the first one is paid too: then not all of them are needed.
    """
    last, before = solution.actions[-1], solution.actions[:-1]
    episodes: list[Episode | None] = []
    for shorter, repeated in _in_place_of_all(last[name], first_message(context, solution)):
        shortened = [*before, {**last, name: shorter}]
        if paid_like(context, solution, shortened, "one name less") is None:
            actions = [*before, {**last, name: repeated}]
            episodes.append(paid_like(context, solution, actions, "one name repeated"))
    if episodes:
        yield next(filter(None, episodes), None)


def _in_place_of_all(text: str, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Texts without the first name or line, each with the text in which that one stands for all."""
    first, *others = _names_in(text, data) or [""]
    if others:
        repeated = text
        for other in others:
            repeated = _as_word(other).sub(lambda _: first, repeated)
        yield _as_word(first).sub("", text), repeated
    lines = [line for line in text.split("\n") if line.strip()]
    if 1 < len(lines) == len(set(lines)):
        yield "\n".join(lines[1:]), "\n".join(lines[:1] * len(lines))


def _names_in(text: str, data: dict[str, Any]) -> list[str]:
    """Items of one list, or keys of one object, of a message that each stand once in a text."""
    for _, part in subtrees(data):
        if part is data or not isinstance(part, list | dict):
            continue
        texts = [item for item in part if isinstance(item, str)]
        names = [item for item in dict.fromkeys(texts) if _NAME.fullmatch(item)]
        found = [item for item in names if len(_as_word(item).findall(text)) == 1]
        if len(found) > 1:
            return sorted(found, key=lambda item: _place(text, item))
    return []


def _as_word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def _place(text: str, name: str) -> int:
    found = _as_word(name).search(text)
    return found.start() if found else len(text)


def _is_row(
    context: CheckContext, solution: Rollout, items: list[Any], with_items: WithItems
) -> bool:
    """Whether a list of numbers holds one for each place, as amounts do, instead of a set."""
    if not all(isinstance(item, int | float) for item in items):
        return False
    turned = [*solution.actions[:-1], with_items(items[::-1])]
    return paid_like(context, solution, turned, "turned round") is None


def _counted_twice(
    context: CheckContext, solution: Rollout, items: list[Any], with_items: WithItems
) -> Episode | None:
    """The episode of one item twice, if it earns half more than that item once, or than nothing."""
    before = solution.actions[:-1]
    totals = []
    sent: list[Any]
    for sent in ([], items[:1], items[:1] * 2):
        actions = [*before, with_items(sent)]
        if not context.source.valid(actions[-1]):
            return None
        episode = Episode.of(solution.seed, actions, "one item twice", **solution.options)
        trace = context.play(episode)
        if trace[-1].data is None:
            return None
        totals.append(sum(response.numeric_reward for response in trace[1:]))
    empty, once, twice = totals
    gain = once - max(empty, context.floor)
    if gain <= oracle_margin(context) or twice - once < _LEAST_GAIN * gain:
        return None
    return episode


def _are_different(items: Any) -> bool:
    if not isinstance(items, list) or len(items) < 2:
        return False
    return all(item not in items[:place] for place, item in enumerate(items))
