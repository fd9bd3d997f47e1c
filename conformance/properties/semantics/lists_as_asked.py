"""Semantics: a list that is asked for in an order, or with repetitions, is paid in no other."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from hallmark_rl.conformance.actions.written_texts import several_answers
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_texts, task_sentences
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.sdk.common.schema_refs import resolve

_FRESH = 12
_FEWEST = 4
"""Tasks on which the other list must be paid, and on which it must differ."""
_ASK = re.compile(
    r"(?:^\W*|[,;:(] *|\b(?:and|then|please|to|must|should|you|now) +)(list|give|send|return|name"
    r"|write|report|answer|arrange|sort|rank|order|put|enter|submit|state|provide|output|visit"
    r"|number|repeat|keep)\b",
    re.I,
)
"""Verbs of a request: at the beginning of a sentence or a part of one, or after such a word."""
_ANY_ORDER = re.compile(r"\b(any|no particular|whatever) order\b|order (does not|doesn.t)", re.I)
_ORDER = re.compile(
    r"\bin (the |this |that |their |its |correct |right )*(\w+ )?order"
    r"(?= of (?:the )?(?!customer|client|user|guest|mrs?\b|ms\b|dr\b)[a-z]"
    r"| in which| they| shown| given| listed| it | *[.,;:!?)]| *$)"
    r"|\bsorted\b(?! or (not|un))|\b(ascending|descending|chronological|alphabetical)(ly)?\b"
    r"|\b(lowest|highest|smallest|largest|first|earliest|latest|oldest|newest|nearest|cheapest"
    r"|most urgent|best) first\b|\b(arrange|sort|rank|order) (the|these|all|them)\b",
    re.I,
)
_REPEAT = re.compile(
    r"\bas (often|many times) as\b|\brepeat(ed|s|ing)? (a|an|the|each|every|it|them|\w+s)\b"
    r"|\bwith (all )?(repetitions|repeats|duplicates)\b|\b(every|each) occurrence\b"
    r"|\bkeep(ing)? (the )?duplicates\b",
    re.I,
)


@check("semantic.lists_as_asked")
def lists_as_asked(context: CheckContext) -> None:
    """Turn lists round where an order is asked for; leave out repeats where they are asked for."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    fields = {
        name
        for solution in solutions
        for name, value in solution.actions[-1].items()
        if isinstance(value, list) and len(value) > 1
    }
    asked = [
        (name, what, change)
        for name in sorted(fields)
        for what, pattern, change in (
            ("in another order", _ORDER, _turned),
            ("without its repetitions", _REPEAT, _without_repeats),
        )
        if _is_asked(context, solutions, name, pattern)
    ]
    if asked and several_answers(task_sentences(context, solutions[0])):
        asked = [(name, what, change) for name, what, change in asked if change is not _turned]
    if not asked:
        raise NotApplicable("no list is asked for in an order or with repetitions")
    for name, what, change in asked:
        outcomes = list(_outcomes(context, solutions, name, change))
        paid = [rollout for rollout, is_paid in outcomes if is_paid]
        if len(paid) >= _FEWEST and len(paid) == len(outcomes):
            sent = paid[0].actions[-1][name]
            raise PropertyViolated(
                f"{name!r} {what} is paid like the right list on {len(paid)} of {len(paid)} "
                f"tasks, though the text asks for it: {json.dumps(sent)[:200]}",
                paid[0].episode("another list"),
            )


def _is_asked(
    context: CheckContext, solutions: list[Rollout], name: str, pattern: re.Pattern[str]
) -> bool:
    """Whether the field's description, or a sentence that the agent is shown, asks for it."""
    inner = context.source.schema.get("properties", {}).get(name, {})
    field = {**resolve(context.source.schema, inner), **inner}
    texts = [str(field.get("description", ""))]
    lists = [key for key, value in solutions[0].actions[-1].items() if isinstance(value, list)]
    if lists == [name]:  # else a sentence may mean another list
        shown = shown_texts(context, solutions[0])
        if pattern is _ORDER and any(map(_ANY_ORDER.search, shown)):
            return False
        sentences = [part for text in shown for part in re.split(r"(?<=[.;:!?])\s|\n", text)]
        texts += [text for text in sentences if _ASK.search(text)]
    if pattern is _ORDER and _ANY_ORDER.search(texts[0]):
        return False
    return any(pattern.search(text) for text in texts)


def _outcomes(
    context: CheckContext,
    solutions: list[Rollout],
    name: str,
    change: Callable[[list[Any]], list[Any]],
) -> Iterator[tuple[Rollout, bool]]:
    """The rollouts with a changed list, and whether they are paid like the solution."""
    for solution in context.until_budget(solutions, least=_FEWEST):
        value = solution.actions[-1].get(name)
        if not isinstance(value, list):
            continue
        changed = change(value)
        action = {**solution.actions[-1], name: changed}
        if changed == value or not context.source.valid(action):
            continue
        rollout = play(context, [*solution.actions[:-1], action], solution.seed)
        yield (
            rollout,
            not rollout.error and rollout.total >= solution.total - oracle_margin(context),
        )


def _turned(items: list[Any]) -> list[Any]:
    """The items from the last to the first; of a palindrome, the first two exchanged."""
    return items[::-1] if items[::-1] != items else [items[1], items[0], *items[2:]]


def _without_repeats(items: list[Any]) -> list[Any]:
    return [item for place, item in enumerate(items) if item not in items[:place]]
