"""Semantics: a right answer is paid in another usual form: one more zero, no blanks at its ends."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_texts, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST = 4
"""Tasks on which the other form must be refused, and the right one paid."""
_DECIMAL = re.compile(r"-?\d{1,9}\.\d")
"""A number with one place: with two it may be an amount of money, and with more a measurement."""
_NO_DECIMAL = re.compile(r".*\..*\..*|.*[^\W\d].*\..*|.*\..*[^\W\d].*")
"""A text with several dots, or a dot and a letter: in its field a dot separates parts."""
_DOTTED = re.compile(r"`\d+\.\d+\.\d+[\d.]*`")
"""An example with several dots, which separate parts."""
_FORMAT_ASKED = re.compile(
    r"\b(exactly|always|with|to|in)\s+(\w+\s+)?(decimals|digits|(decimal\s+)?places)\b"
    r"|\b\d\s*decimal|%\.?\d?f"
    r"|\bformat|\bround(ed)?\s+to\b",
    re.I,
)
"""A task that asks for so many places may refuse others."""


@check("semantic.equal_forms")
def equal_forms(context: CheckContext) -> None:
    """Write the number of a solution with one more zero, and its text without outer blanks."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    refused: dict[str, list[tuple[Rollout, str]]] = defaultdict(list)
    paid: set[str] = set()
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    properties = context.source.schema.get("properties", {}).values()
    described = [str(field.get("description", "")) for field in properties]
    texts = [*described, *shown_texts(context, solutions[0])]
    is_asked = any(map(_FORMAT_ASKED.search, texts))
    is_asked |= any(map(_DOTTED.search, task_sentences(context)))
    last = [leaf for each in solutions for leaf in leaves(each.actions[-1])]
    parted = {path for path, text in last if isinstance(text, str) and _NO_DECIMAL.fullmatch(text)}
    for solution in context.until_budget(solutions, least=_FEWEST):
        shown = " ".join(_texts_before_the_answer(context, solution))
        for name, text, action in _other_forms(solution.actions[-1], shown, parted):
            if not context.source.valid(action) or (is_asked and name.endswith("zero")):
                continue
            rollout = play(context, [*solution.actions[:-1], action], solution.seed)
            if not rollout.error and rollout.total >= solution.total - oracle_margin(context):
                paid.add(name)
            else:
                refused[name].append((rollout, text))
    if not refused and not paid:
        raise NotApplicable("no answer is a decimal in a text, or has blanks at its ends")
    for name, found in refused.items():
        if name not in paid and len(found) >= _FEWEST:
            rollout, text = found[0]
            raise PropertyViolated(
                f"the right answer {name}, {text[-60:]!r}, is refused on all {len(found)} tasks",
                rollout.episode("another form of the answer"),
            )


def _texts_before_the_answer(context: CheckContext, solution: Rollout) -> list[str]:
    """The texts and numbers of all messages before the last action of a solution, as texts."""
    episode = Episode.of(solution.seed, solution.actions[:-1], "before", **solution.options)
    return [
        str(value)
        for response in context.play(episode)
        for _, value in subtrees(response.data or {})
        if isinstance(value, str | int | float)
    ]


def _other_forms(
    action: Action, shown: str, parted: set[Path]
) -> Iterator[tuple[str, str, Action]]:
    """Names, texts and actions of the other forms of each text of an action.

    A number that is shown is to be copied, as a code is. The paths in `parted` hold texts in which
    a dot is no decimal point.
    """
    for path, value in leaves(action):
        place = ".".join(map(str, path))
        if not isinstance(value, str):
            continue
        if _DECIMAL.fullmatch(value) and value not in shown and path not in parted:
            text = f"{value}0"
            yield f"in {place!r} with one more zero", text, with_leaf(action, path, text)
        if value.strip() and value != value.strip():
            text = value.strip()
            yield f"in {place!r} without blanks at its ends", text, with_leaf(action, path, text)
