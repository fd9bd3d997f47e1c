"""Valid actions beside those of the pool: without one of their fields, or with another choice."""

from __future__ import annotations

from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates

_MOST_CHOICES = 5


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
