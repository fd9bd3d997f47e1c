"""Valid actions beside those of the pool: incomplete, with another choice, with a shown name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, templates
from hallmark_rl.conformance.survey.likely_values import names_in

_MOST_CHOICES, _MOST_NAMES, _MOST_TEMPLATES, _NAMES_EACH = 5, 16, 24, 2
_NAME = re.compile(r"[\w-]{1,24}")
_ANY_TEXT = "zzqx"


def action_variations(context: CheckContext) -> Iterator[Action]:
    """Actions of the pool, and templates, with one change that the action model accepts; each once.

    Environments often need a field that their model leaves optional: the category of `classify`.
    """
    seen: list[Action] = []
    for action in [*context.pool, *templates(context.source, context.pool)]:
        made = [{k: v for k, v in action.items() if k != name} for name in action]
        made += [
            filled(action, slot, value)
            for slot in slots_of(context.source, action)
            for value in slot.choices[:_MOST_CHOICES]
        ]
        for changed in made:
            if changed not in seen and context.source.valid(changed):
                seen.append(changed)
                yield changed


def named_slots(context: CheckContext) -> Iterator[tuple[Action, Slot]]:
    """Actions with little else, and a place for a name in them."""
    for template in templates(context.source, context.pool)[:_MOST_TEMPLATES]:
        for slot in slots_of(context.source, template):
            is_text = "string" in slot.kinds and not slot.choices
            if is_text and context.source.valid(filled(template, slot, _ANY_TEXT)):
                yield template, slot


def shown_names(context: CheckContext, seed: int | None) -> list[str]:
    """Names that the agent is shown when an episode begins.

    Short texts of one word and keys come first, then the names within lists of short texts.
    """
    first = context.play(Episode.of(seed, context.survey.opening, "opening"))[-1]
    shown: dict[str, Any] = shown_to_agent(first.data or {})
    found: dict[str, None] = {}
    within: dict[str, None] = {}
    for path, value in subtrees(shown):
        key = path.rpartition(".")[2]
        if _NAME.fullmatch(key) and key not in shown:
            found.setdefault(key)
        if isinstance(value, str) and _NAME.fullmatch(value):
            found.setdefault(value)
        elif isinstance(value, str) and path.endswith("]"):
            within.update(dict.fromkeys(names_in(value)))
    return list(found | within)[:_MOST_NAMES]


def named_actions(context: CheckContext, seed: int | None) -> Iterator[Action]:
    """Actions with little else than a name that a seed shows: an id may be one of this seed."""
    names = shown_names(context, seed)[:_NAMES_EACH]
    for (template, slot), name in itertools.product(named_slots(context), names):
        yield filled(template, slot, name)
