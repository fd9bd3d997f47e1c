"""Answers of which one part is spoilt: nonsense in one place of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import with_leaf
from hallmark_rl.conformance.core.episode_data import Action

_NONSENSE = "qzx"
_FEWEST_PARTS, _MOST_PARTS = 3, 16
_FREE_NUMBERS = (-918_273, 918_273)


def spoilt_parts(action: Action) -> Iterator[tuple[str, Action]]:
    """Copies of an action with nonsense in one place of a list: (`names[5]`, action).

    The list has three parts or more, of one type. A number becomes a huge one: negative at the even
    places, positive at the odd ones, so that an order of size is broken too.
    """
    for field, value in action.items():
        if field in ("metadata", "type") or not isinstance(value, list):
            continue
        if not _FEWEST_PARTS <= len(value) <= _MOST_PARTS or len({*map(type, value)}) > 1:
            continue
        for place, part in enumerate(value):
            nonsense = _nonsense(part, place)
            if nonsense is not None:
                yield f"{field}[{place}]", with_leaf(action, (field, place), nonsense)


def _nonsense(part: Any, number: int) -> Any:
    if isinstance(part, str):
        return _NONSENSE
    if isinstance(part, int) and not isinstance(part, bool):
        return _FREE_NUMBERS[number % 2]
    return None
