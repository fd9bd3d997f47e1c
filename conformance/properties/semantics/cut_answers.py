"""Semantics: of a list that is the answer, its beginning is not enough."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.cut_lines import require_whole_lines
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 8, 4, 0.75
_FEWEST_ITEMS = 3
_SEPARATORS = (", ", ",", "; ", "\n", " > ", " -> ", " ")
_FRAME = re.compile(
    r"(?s)(.*?<(\w+)>\s*)(.*?)(\s*</\2>.*)|((?:.*\n)?[^\n:]*:\s*)([^\n]*)()|()(.*)()"
)
"""What stands before a list in a text, the list, and what stands behind: tags, a label, nothing."""


@check("semantic.cut_answers")
def cut_answers(context: CheckContext) -> None:
    """Cut lists in the answers after the first item and before the last one."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    judged = 0
    found: list[Episode] = []
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for first, most, spoilt in _cut(context, solution):
            before = solution.actions[:-1]
            actions = [[*before, action] for action in (first, most, spoilt)]
            if not all(map(context.source.valid, (first, most, spoilt))):
                continue
            if paid_like(context, solution, actions[2], "another first item"):
                continue  # the list does not count
            judged += 1
            episode = paid_like(context, solution, actions[0], "the first item alone")
            if episode and paid_like(context, solution, actions[1], "without the last item"):
                found.append(episode)
            break
    if len(found) >= max(_FEWEST, _SHARE * judged):
        raise PropertyViolated(
            f"the first item of the answer alone, and all but the last one, are paid like the "
            f"whole list on {len(found)} of {judged} tasks: {found[0].calls[-1].action}",
            found[0],
        )
    has_lines = require_whole_lines(context)
    if not (has_lines or judged):
        raise NotApplicable(
            "no answer is a list of three or more things that are shown, or has four or more lines "
            "or items of which all must be right"
        )


def _cut(context: CheckContext, solution: Rollout) -> Iterator[tuple[Action, Action, Action]]:
    """The last action with the first item only, without the last, and with another first item."""
    opening = context.play(Episode.of(solution.seed, [], "opening", **solution.options))[0]
    shown = {
        str(value).casefold()
        for path, value in subtrees(opening.data or {})
        if isinstance(value, str | int) and "[" in path
    }
    last = solution.actions[-1]
    for path, text in leaves(last):
        if isinstance(text, str):
            yield from _cut_text(last, path, text, shown)
    for field, items in last.items():
        if isinstance(items, list) and _are_shown(items, shown):
            cut = (items[:1], items[:-1], [items[1], items[0], *items[2:]])
            yield tuple({**last, field: part} for part in cut)  # type: ignore[misc]


def _cut_text(
    last: Action, path: Path, text: str, shown: set[str]
) -> Iterator[tuple[Action, Action, Action]]:
    frame = _FRAME.fullmatch(text)
    if frame is None:
        return
    groups = [group for index, group in enumerate(frame.groups(), 1) if index != 2]
    before, listed, behind = (part for part in groups if part is not None)
    for separator in _SEPARATORS:
        items = [item for item in listed.split(separator) if item.strip()]
        if _are_shown([item.strip() for item in items], shown):
            cut = (items[:1], items[:-1], [items[1], items[0], *items[2:]])
            texts = [f"{before}{separator.join(part)}{behind}" for part in cut]
            yield tuple(with_leaf(last, path, each) for each in texts)  # type: ignore[misc]
            return


def _are_shown(items: list[Any], shown: set[str]) -> bool:
    """Whether there are several different items, which are all shown in a list."""
    names = [str(item).casefold() for item in items if isinstance(item, str | int)]
    return len(names) == len(items) >= _FEWEST_ITEMS and {*names} <= shown and len({*names}) > 2
