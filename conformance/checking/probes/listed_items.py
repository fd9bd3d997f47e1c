"""Lists in a message of which one item holds a given value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.core.json_tree import subtrees

_FEWEST_ITEMS, _MOST_ITEMS = 3, 12


@dataclass(frozen=True)
class ListedItem:
    """An item of a list that alone is, or holds, a value.

    Attributes:
        path: path of the list in the message, and the key of the value in its items.
        place: index of the item.
        key: the key; empty if the items are no objects.
        rows: the items; those that are no objects stand under the key "".
    """

    path: str
    place: int
    key: str
    rows: list[dict[str, Any]]

    @property
    def values(self) -> list[Any]:
        """What the items hold under the key."""
        return [row.get(self.key) for row in self.rows]

    @property
    def other(self) -> Any:
        """What another item holds under the key."""
        return self.values[(self.place + 1) % len(self.rows)]


def lists_with(data: dict[str, Any], value: Any) -> Iterator[ListedItem]:
    """Lists of which exactly one item is the value, or holds it under a key of all items."""
    for path, items in subtrees({k: v for k, v in data.items() if k != "metadata"}):
        if not isinstance(items, list) or not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS:
            continue
        rows = [item if isinstance(item, dict) else {"": item} for item in items]
        for key in rows[0]:
            values = [row.get(key) for row in rows]
            same = [place for place, item in enumerate(values) if _equal(item, value)]
            if len(same) == 1 and len({repr(item) for item in values}) == len(values):
                yield ListedItem(f"{path}.{key}".rstrip("."), same[0], key, rows)


def _equal(left: Any, right: Any) -> bool:
    return left == right and isinstance(left, str) == isinstance(right, str)
