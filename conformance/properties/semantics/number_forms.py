"""Semantics: a right number is also paid when it is rounded, or written as the task asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.solved_levels import solutions_of_levels

_FRESH = 24
_FEWEST = 3
"""Tasks on which another form must be refused."""
_PLACES = 6
_NOISE = 1e-9
"""Relative error of a sum of floats: rounding that changes a number by no more removes it."""
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
_ASKED = re.compile(
    r"\b(?:with|to|in) (?:exactly )?(one|two|three|four|[1-4]) "
    r"(?:decimals?|decimal places|decimal digits|places|digits after the (?:decimal )?point)\b",
    re.I,
)
_SIGN = re.compile(
    r"\b(sign|symbol)s?\b.*\b(optional|left out|omitted)\b"
    r"|\bwith or without\b.*\b(sign|symbol)s?\b|[£$€].*\bare the same\b",
    re.I,
)
_SEPARATOR = re.compile(
    r"\b(separators?|commas?)\b.*\b(optional|left out|omitted)\b"
    r"|\bwith or without\b.*\b(separators?|commas?)\b|\d,\d{3}.*\bare the same\b",
    re.I,
)
"""Sentences that allow amounts without signs of money, or without separators of thousands."""
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?![\d,])")
_UNGROUPED = re.compile(r"(?<![\d.,])\d{4,9}(?![\d,])")
_NUMBER = re.compile(r"-?\d{1,12}(?:\.(\d+))?")


@check("semantic.number_forms")
def number_forms(context: CheckContext) -> None:
    """Round numbers that floating-point sums made, and write texts with the places asked for."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    texts = task_sentences(context, context.solutions[0])
    signs, separators = (any(map(what.search, texts)) for what in (_SIGN, _SEPARATOR))
    if signs or separators:
        solutions = solutions_of_levels(context)
    else:
        solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    asked = {count.lower() for text in texts for count in _ASKED.findall(text)}
    counts = {_COUNTS.get(count) or int(count) for count in asked}
    places = counts.pop() if len(counts) == 1 else 0  # 0: no form, or several, are asked for
    refused: dict[str, list[tuple[Episode, Any, Any]]] = {}
    paid: set[str] = set()
    for solution in context.until_budget(solutions, least=_FEWEST):
        last = solution.actions[-1]
        stated = _stated_forms(last, signs=signs, separators=separators)
        for what, value, other, action in [*_other_forms(last, places), *stated]:
            actions = [*solution.actions[:-1], action]
            if not context.source.valid(action):
                continue
            if paid_like(context, solution, actions, what):
                paid.add(what)
                continue
            episode = Episode.of(solution.seed, actions, what, **solution.options)
            refused.setdefault(what, []).append((episode, value, other))
    if not refused and not paid:
        raise NotApplicable("no number of a solution has another form that is certainly right")
    for what, cases in refused.items():
        if len(cases) >= _FEWEST and what not in paid:
            episode, value, other = cases[0]
            raise PropertyViolated(
                f"{what}: {other!r} is refused on {len(cases)} tasks, {value!r} is paid", episode
            )


def _other_forms(action: Action, places: int) -> Iterator[tuple[str, Any, Any, Action]]:
    """For each number of an action: what was done, the value, its other form and the action."""
    for path, value in leaves(action):
        name = ".".join(map(str, path))
        if isinstance(value, float):
            rounded = round(value, _PLACES)
            if rounded != value and abs(rounded - value) <= _NOISE * max(1.0, abs(value)):
                what = f"{name!r} without the error of a floating-point sum"
                yield what, value, rounded, with_leaf(action, path, rounded)
        elif isinstance(value, str) and places:
            match = _NUMBER.fullmatch(value)
            if match and len(match[1] or "") < places:
                written = f"{float(value):.{places}f}"
                what = f"{name!r} with the {places} places that the task asks for"
                yield what, value, written, with_leaf(action, path, written)


def _stated_forms(
    action: Action, *, signs: bool, separators: bool
) -> Iterator[tuple[str, Any, Any, Action]]:
    """The texts of an action without signs of money and with other separators of thousands."""
    for path, text in leaves(action):
        if not isinstance(text, str):
            continue
        changed = {
            "without a sign of money": re.sub(r"[£$€]\s?(?=\d)", "", text) if signs else text,
            "without separators of thousands": _GROUPED.sub(lambda m: m[0].replace(",", ""), text),
            "with separators of thousands": _UNGROUPED.sub(lambda m: f"{int(m[0]):,}", text),
        }
        for form, other in changed.items():
            if other != text and (separators or "thousands" not in form):
                what = f"{'.'.join(map(str, path))!r} {form}, which a text allows"
                yield what, text, other, with_leaf(action, path, other)
