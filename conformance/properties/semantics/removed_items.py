"""Semantics: what is removed does not count as done.

If a reward is the share of what is left, such as of the files that still exist, an agent removes
all that is hard: the share of nothing wrong is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, value_at
from hallmark_rl.conformance.properties.semantics.solved_levels import solutions_of_levels
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST = 3
"""Tasks on which a solution that removes what it should do must be paid."""
_VERBS = (
    "rm",
    "remove",
    "delete",
    "del",
    "discard",
    "drop",
    "dismiss",
    "cancel",
    "unlink",
    "trash",
)
_COMMAND = re.compile(rf"`({'|'.join(_VERBS)}) [^`]*`", re.I)
_ALLOWED = re.compile(
    r"\b(may|can) be (removed|deleted|discarded|cancelled|dropped)\b"
    r"|\bor (remove|delete|discard)\b",
    re.I,
)


@dataclass(frozen=True)
class _Removal:
    """How an item is removed: by a word of a text, or by a choice of a slot."""

    field: str
    verb: str
    slot: Slot | None = None


@check("semantic.removed_items")
def removed_items(context: CheckContext) -> None:
    """Remove what the solution's steps are about, all of it or all but the first."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    paid: dict[str, list[Episode]] = {"all": [], "all but the first": []}
    tried = 0
    sentences = task_sentences(context)
    solutions = solutions_of_levels(
        context, lambda each: _removal(context, each, sentences) is not None
    )
    for solution in context.until_budget(solutions, least=3 * _FEWEST):
        removal = _removal(context, solution, sentences)
        if removal is None:
            continue
        changes = [_removed(action, removal) for action in solution.actions]
        places = [place for place, change in enumerate(changes) if change is not None]
        if len(places) < 2:
            continue
        tried += 1
        for name, kept in (("all", 0), ("all but the first", 1)):
            actions = [
                change if change is not None and place in places[kept:] else action
                for place, (action, change) in enumerate(
                    zip(solution.actions, changes, strict=True)
                )
            ]
            found = paid_like(context, solution, actions, "removed items")
            if found:
                paid[name].append(found)
    if not tried:
        raise NotApplicable("no solution handles items that another action removes")
    for name, episodes in paid.items():
        allowed = any(_ALLOWED.search(sentence) for sentence in sentences)
        if len(episodes) >= _FEWEST and 2 * len(episodes) >= tried and not allowed:
            raise PropertyViolated(
                f"a solution that removes {name} of what it should handle is paid in full on "
                f"{len(episodes)} of {tried} tasks",
                episodes[0],
            )


def _removal(context: CheckContext, solution: Rollout, sentences: list[str]) -> _Removal | None:
    """How items are removed: by a choice of the action, or by a command that is documented."""
    for action in solution.actions:
        for slot in slots_of(context.source, action):
            for choice in slot.choices:
                if isinstance(choice, str) and choice.lower() in _VERBS:
                    return _Removal(slot.name, choice, slot)
        texts = [name for name, value in action.items() if isinstance(value, str) and " " in value]
        verbs = [match[1] for sentence in sentences for match in _COMMAND.finditer(sentence)]
        verbs += [each.split()[0] for each in _texts(solution) if each.split()[0].lower() in _VERBS]
        if texts and verbs:
            return _Removal(texts[0], verbs[0])
    return None


def _texts(solution: Rollout) -> Iterator[str]:
    for action in solution.actions:
        yield from (text for text in action.values() if isinstance(text, str) and text.strip())


def _removed(action: Action, removal: _Removal) -> Action | None:
    """The action that removes what an action handles; None if it handles nothing with a name."""
    if removal.slot is not None:
        own = value_at(action, removal.slot)
        named = [v for k, v in action.items() if k != removal.field and v not in (None, "", [], {})]
        is_other = own is not None and own != removal.verb and bool(named)
        return filled(action, removal.slot, removal.verb) if is_other else None
    words = str(action.get(removal.field, "")).split()
    if len(words) < 3 or words[0].lower() == removal.verb.lower():
        return None  # one word names no item, and two are as often a look at one
    return {**action, removal.field: f"{removal.verb} {words[1]}"}
