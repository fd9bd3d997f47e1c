"""Actions that do damage, and actions that may put back what was there before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json

_MOST_VALUES = 6
_JUNK = "zq"


def damaging(actions: list[Action]) -> Iterator[Action]:
    """The actions, and copies of them with one text or number changed."""
    yield from actions
    for action in actions:
        for path, value in leaves(action):
            if isinstance(value, str) and value:
                yield with_leaf(action, path, _JUNK)
            elif isinstance(value, int | float) and not isinstance(value, bool):
                yield from (with_leaf(action, path, value + step) for step in (1, -1))


def emptied(action: Action) -> Iterator[Action]:
    """Copies of an action with one text, list, number or flag that is empty, 0 or off.

    An empty word often rubs out what was written, and an amount of 0 takes an order back.
    """
    for name, value in action.items():
        if name != "metadata" and isinstance(value, str | list | int | float) and value:
            yield {**action, name: type(value)()}


def restoring(damage: Action, before: Any, after: Any) -> Iterator[Action]:
    """Copies of a damaging action that write a value which it has removed from the message.

    Args:
        damage: the action.
        before: the message before it.
        after: the message after it.
    """
    left = Counter(to_json(value) for value in _scalars(after))
    removed: list[Any] = []
    for value in _scalars(before):
        left[to_json(value)] -= 1
        if left[to_json(value)] < 0 and value not in removed:
            removed.append(value)
    for path, value in leaves(damage):
        for old in removed[:_MOST_VALUES]:
            made = _like(old, value)
            if made is not None and made != value:
                yield with_leaf(damage, path, made)


def _scalars(message: Any) -> list[Any]:
    return [v for _, v in subtrees(message) if isinstance(v, str | int | float)]


def _like(old: Any, value: Any) -> Any:
    """The old value if it can stand in the place of another one; else None."""
    if isinstance(value, str):
        return str(old)
    numbers = isinstance(value, int | float) and not isinstance(value, bool)
    if not numbers or isinstance(old, bool | str):
        return None
    return old if isinstance(value, float) or isinstance(old, int) else None
