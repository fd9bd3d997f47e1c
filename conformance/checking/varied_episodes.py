"""Episodes of many different actions that are accepted: what random play rarely reaches."""

from __future__ import annotations

from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of

_MOST_TRIED = 120
_MOST_TRIED_SLOW = 8


def varied_episode(context: CheckContext, seed: int, length: int = 10) -> Episode:
    """An episode of at most `length` different actions, none of which is refused or ends it.

    Each action leads to a message that no action before it led to, counters aside. Tried are the
    actions of the pool, and those with other choices in their fields.
    """
    kept: list[Action] = list(context.survey.opening)
    seen: set[str] = set()
    driver = context.new_driver()
    first = before = driver.reset(seed=seed)
    for action in kept:
        before = driver.step(action)
    for action in _candidates(context):
        if len(kept) >= length or before.data is None or context.out_of_time():
            break
        after = driver.step(action)
        content = content_without_counters(after.data or {})
        if after.done or content in seen or refusal(first, before, after, action):
            driver.close()
            driver = context.new_driver()
            before = driver.reset(seed=seed)
            for earlier in kept:
                before = driver.step(earlier)
            continue
        seen.add(content)
        kept.append(action)
        before = after
    driver.close()
    return Episode.of(seed, kept, "varied")


def _candidates(context: CheckContext) -> Iterator[Action]:
    """Actions to try, each once."""
    tried: set[str] = set()
    most = _MOST_TRIED_SLOW if context.slow else _MOST_TRIED
    for action in _with_other_choices(context):
        if len(tried) >= most:
            return
        key = to_json(action)
        if key not in tried and context.source.valid(action):
            tried.add(key)
            yield action


def _with_other_choices(context: CheckContext) -> Iterator[Action]:
    """The pool, then its actions with each choice in each field that has choices."""
    yield from context.pool
    for action in context.pool:
        for slot in slots_of(context.source, action):
            yield from (filled(action, slot, choice) for choice in slot.choices)
