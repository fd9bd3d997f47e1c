"""Semantics: a reply that calls an answer too low or too high says it the right way round."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, templates

_SEEDS, _FEWEST = 6, 3
"""Seeds, and those on which both sides must be called by the name of the other."""
_LESS = re.compile(r"\btoo (low|small|few|short|little|early|soon|light|young|near|cold)\b", re.I)
_MORE = re.compile(r"\btoo (high|large|big|many|long|much|late|heavy|old|far|hot|warm)\b", re.I)
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_FAR_DAYS, _FAR_NUMBER = 4000, 10**6
"""How far a value lies from what could be right, where the schema has no bounds."""


@check("semantic.named_directions")
def named_directions(context: CheckContext) -> None:
    """Answer with numbers and dates that are far below and far above the right one."""
    context.require_capability_absent("stochastic", "single replies depend on chance")
    wrong: Counter[str] = Counter()
    right: Counter[str] = Counter()
    shown: dict[str, Episode] = {}
    for seed in context.until_budget(context.seeds[:_SEEDS], least=4):
        opening = context.play(Episode.of(seed, [], "opening"))[0].data or {}
        for action in templates(context.source, context.pool):
            for slot in slots_of(context.source, action):
                for low, high in _far_values(slot, to_json(shown_to_agent(opening))):
                    ends = [filled(action, slot, value) for value in (low, high)]
                    if not all(map(context.source.valid, ends)):
                        continue
                    below, above = (_named_side(context, seed, end) for end in ends)
                    if below == "more" and above == "less":
                        wrong[slot.name] += 1
                        shown.setdefault(slot.name, Episode.of(seed, ends[:1], "far below"))
                    right[slot.name] += below == "less" and above == "more"
    for name, count in wrong.items():
        if count >= _FEWEST and not right[name]:
            raise PropertyViolated(
                f"values of {name!r} that are far below any answer are called too high or late, "
                f"and those far above too low or early ({count} times)",
                shown[name],
            )
    if not any(right.values()):
        raise NotApplicable("no reply says on which side of the answer a number or date lies")


def _far_values(slot: Slot, shown: str) -> Iterator[tuple[object, object]]:
    """A value below and one above all that could be right."""
    if slot.kinds & {"integer", "number"} and not slot.choices:
        low, high = slot.bounds or (slot.least or -_FAR_NUMBER, _FAR_NUMBER)
        yield low, high
    if "string" in slot.kinds and not slot.choices:
        yield str(-_FAR_NUMBER), str(_FAR_NUMBER)
        for text in _DATE.findall(shown)[:1]:
            apart = datetime.timedelta(_FAR_DAYS)
            try:
                day = datetime.date.fromisoformat(text)
                yield (day - apart).isoformat(), (day + apart).isoformat()
            except (ValueError, OverflowError):
                continue


def _named_side(context: CheckContext, seed: int | None, action: Action) -> str:
    """`more` or `less`, as a new text of the reply says; empty if it says neither or both."""
    first, *rest = context.play(Episode.of(seed, [action], "far off"))
    if not rest or rest[0].data is None:
        return ""
    known, said = (
        {text for _, text in subtrees(shown_to_agent(data)) if isinstance(text, str)}
        for data in (first.data or {}, rest[0].data)
    )
    less, more = (any(map(words.search, said - known)) for words in (_LESS, _MORE))
    return "" if less == more else "more" if more else "less"
