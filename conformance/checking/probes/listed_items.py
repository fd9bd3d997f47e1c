"""Lists in a message of which one item holds a given value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.probes.answer_patterns import ID_NAME
from hallmark_rl.conformance.core.json_tree import subtrees

_FEWEST_ITEMS, _MOST_ITEMS = 3, 12
_LEAST_HELD = 4
"""Characters of a text that is looked for within longer texts."""
_NUMBERED = re.compile(r"\W*(?:[A-Za-z]{1,12}[-_ #:/.]{0,2})?(\d{1,12})\b")


@dataclass(frozen=True)
class ListedItem:
    """An item of a list that alone is, or holds, a value.

    Attributes:
        path: path of the list in the message, and the key of the value in its items.
        place: index of the item.
        key: the key; empty if the items are no objects.
        rows: the items; those that are no objects stand under the key "".
        held: the value, if it is only a part of the item's text; else empty.
    """

    path: str
    place: int
    key: str
    rows: list[dict[str, Any]]
    held: str = ""

    @property
    def values(self) -> list[Any]:
        """What the items hold under the key."""
        return [row.get(self.key) for row in self.rows]

    @property
    def other(self) -> Any:
        """What another item holds under the key; None if it has no part like the value."""
        return self.named((self.place + 1) % len(self.rows))

    def named(self, place: int) -> Any:
        """What the item at a place holds under the key; None if it has no part like the value."""
        item = self.values[place]
        if not self.held:
            return item
        before, _, after = str(self.values[self.place]).partition(self.held)
        left, right = re.search(r"[\W_]*$", before), re.match(r"[\W_]*", after)
        ends = [re.escape(match[0]) if match else "" for match in (left, right)]
        found = re.search(f"{ends[0] or '^'}(.+?){ends[1] or '$'}", str(item))
        return found[1] if found else None

    @property
    def numbers(self) -> list[int]:
        """The different numbers that the items are named by; empty if there are none."""
        for key in self.rows[0]:
            texts = [str(row.get(key)) for row in self.rows]
            found = [match for match in map(_NUMBERED.match, texts) if match is not None]
            numbers = [int(match[1]) for match in found]
            if (not key or ID_NAME.search(key)) and len(set(numbers)) == len(self.rows):
                return numbers
        return []


def lists_with(data: dict[str, Any], value: Any) -> Iterator[ListedItem]:
    """Lists of which exactly one item is the value, or holds it under a key or in its text.

    The keys of an object count as a list too.
    """
    for path, found in subtrees({k: v for k, v in data.items() if k != "metadata"}):
        is_object = (
            isinstance(found, dict)
            and path
            and not any(isinstance(value, dict | list) for value in found.values())
        )
        items = list(found) if is_object else found
        if not isinstance(items, list) or not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS:
            continue
        rows = [item if isinstance(item, dict) else {"": item} for item in items]
        for key in rows[0]:
            values = [row.get(key) for row in rows]
            same = [place for place, item in enumerate(values) if _equal(item, value)]
            if len(same) == 1 and len({repr(item) for item in values}) == len(values):
                yield ListedItem(f"{path}.{key}".rstrip("."), same[0], key, rows)
        texts = [item for item in items if isinstance(item, str)]
        if isinstance(value, str) and len(value) >= _LEAST_HELD and len(texts) == len(items):
            holding = [place for place, text in enumerate(texts) if value in text != value]
            if len(holding) == 1 and len(set(texts)) == len(texts):
                yield ListedItem(path, holding[0], "", rows, value)


def _equal(left: Any, right: Any) -> bool:
    return left == right and isinstance(left, str) == isinstance(right, str)
