"""Step: an observation shows what the step has done, not what was there before it.

An action that means nothing, such as a move of `zzz`, changes nothing. What changes with it has
been changed by the step before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import observation_schema
from hallmark_rl.conformance.client.refusals import COUNTER_NAME, VERDICT
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates

_NOW = re.compile(
    r"\b(now|currently|current|so far|already|next|left|remain\w*|after (the|each|every|a) \w+)\b",
    re.I,
)
_BEFORE = re.compile(r"\b(before|last|previous\w*|yesterday|earlier)\b", re.I)
_SEEDS, _ACTIONS = 6, 16
_NONSENSE = "zzz"
_FEWEST = 3
"""Steps after which a value must come late."""


@check("step.shown_late")
def shown_late(context: CheckContext) -> None:
    """After a step, send an action that means nothing, and see whether values change only then."""
    context.require_deterministic()
    schema = observation_schema(context)
    names = [
        name
        for name, inner in schema.get("properties", {}).items()
        if _NOW.search(f"{name.replace('_', ' ')} {inner.get('description', '')}")
        and not _BEFORE.search(str(inner.get("description", "")))
    ]
    if not names:
        raise NotApplicable("no description says that a value is the one of now")
    late: dict[str, list[Episode]] = {}
    in_time: set[str] = set()
    tried = 0
    for seed, begun, action, idle in context.until_budget(_cases(context), least=12):
        actions = [*begun, idle, action, idle, idle]
        values = _played(context, seed, actions)
        if values is None:
            continue
        tried += 1
        for name in names:
            before, own, later, still = (data.get(name) for data in values[-4:])
            if isinstance(own, str) or later != still:
                continue
            if own != before:
                in_time.add(name)
            elif later != own:
                late.setdefault(name, []).append(Episode.of(seed, actions[:-1], "shown late"))
    if not tried:
        raise NotApplicable("no text is known that means nothing and changes nothing in an action")
    for name, episodes in late.items():
        if name not in in_time and len(episodes) >= _FEWEST:
            raise PropertyViolated(
                f"{name!r} does not change with the step that changes it, but with the meaningless "
                f"one after it (after {len(episodes)} steps, and never in time)",
                episodes[0],
            )


def _cases(
    context: CheckContext,
) -> Iterator[tuple[int | None, list[Action], Action, Action]]:
    """A seed, steps, one that follows them, and one that means nothing."""
    for seed in context.seeds[:_SEEDS]:
        idle = next((a for a in _meaningless(context) if _changes_nothing(context, seed, a)), None)
        if idle is None:
            return
        solved = next((s.actions for s in context.survey.solutions if s.seed == seed), [])
        for place in range(min(len(solved), _ACTIONS)):
            yield seed, solved[:place], solved[place], idle
        for action in context.pool[:_ACTIONS]:
            yield seed, [], action, idle


def _meaningless(context: CheckContext) -> Iterator[Action]:
    """Actions with a text in them that names nothing."""
    for action in templates(context.source, context.pool):
        for slot in slots_of(context.source, action):
            if "string" in slot.kinds and not slot.choices:
                changed = filled(action, slot, _NONSENSE)
                if context.source.valid(changed):
                    yield changed


def _changes_nothing(context: CheckContext, seed: int | None, action: Action) -> bool:
    """Whether an action, once and twice, changes nothing but texts and counters after a reset.

    The second time it changes no text either: a note on it stays, and what it moves on does not.
    """
    values = _played(context, seed, [action, action])
    if values is None:
        return False
    return _texts(values[1]) == _texts(values[2]) and all(
        {k: v for k, v in data.items() if not _is_aside(k, v)}
        == {k: v for k, v in values[0].items() if not _is_aside(k, v)}
        for data in values[1:]
    )


def _texts(data: dict[str, Any]) -> dict[str, str]:
    """The texts of a message without their digits, which may count steps."""
    return {k: re.sub(r"\d+", "#", v) for k, v in data.items() if isinstance(v, str)}


def _is_aside(name: str, value: Any) -> bool:
    return (
        value is None
        or isinstance(value, str)
        or name in VERDICT
        or bool(COUNTER_NAME.search(name))
    )


def _played(
    context: CheckContext, seed: int | None, actions: list[Action]
) -> list[dict[str, Any]] | None:
    """What the reset and each step show; None if the episode ends."""
    trace = context.play(Episode.of(seed, actions, "shown late"))
    if len(trace) <= len(actions) or any(r.data is None or r.done for r in trace):
        return None
    return [response.data or {} for response in trace]
