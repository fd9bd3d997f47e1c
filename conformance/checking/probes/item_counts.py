"""How many of each shown item an answer takes, in the forms that answers have for that.

Forms: a text such as `3 rope, 1 tent`, a list of objects with a name and a number, a list of names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees

_FEWEST_ITEMS = 3
_PART = re.compile(r"\s*(\d{1,4})\s+(\S.*?)\s*")

Items = dict[str, dict[str, Any]]
"""What a message shows of each item, by its name."""


@dataclass(frozen=True)
class Taken:
    """What an action takes: the counts by name, and how to take others instead."""

    counts: dict[str, int]
    with_counts: Callable[[Mapping[str, int]], Action]


def shown_items(message: Mapping[str, Any]) -> Iterator[tuple[str, Items]]:
    """Lists of objects in a message that are told apart by a text, with the list's path."""
    for path, value in subtrees(dict(message)):
        if not isinstance(value, list) or len(value) < _FEWEST_ITEMS:
            continue
        if not all(isinstance(item, dict) for item in value):
            continue
        for key in value[0]:
            names = [item.get(key) for item in value]
            if all(isinstance(name, str) for name in names) and len({*names}) == len(names):
                yield path, dict(zip(names, value, strict=True))


def taken(action: Action, items: Items) -> Iterator[Taken]:
    """The ways to read an action as a number of items; none if it names something else."""
    for field, value in action.items():
        if isinstance(value, str):
            yield from _in_text(action, field, value, items)
        elif isinstance(value, list) and value:
            yield from _in_list(action, field, value, items)


def _in_text(action: Action, field: str, text: str, items: Items) -> Iterator[Taken]:
    parts = [_PART.fullmatch(part) for part in text.split(",")]
    counts = {part[2]: int(part[1]) for part in parts if part}
    if len(counts) == len(parts) and counts.keys() <= items.keys():

        def with_counts(new: Mapping[str, int]) -> Action:
            return {**action, field: ", ".join(f"{count} {name}" for name, count in new.items())}

        yield Taken(counts, with_counts)


def _in_list(action: Action, field: str, value: list[Any], items: Items) -> Iterator[Taken]:
    if all(isinstance(name, str) and name in items for name in value):
        if len({*value}) == len(value):
            yield Taken(
                dict.fromkeys(value, 1),
                lambda new: {**action, field: [name for name, count in new.items() if count]},
            )
        return
    if not all(isinstance(entry, dict) for entry in value):
        return
    for name_key, count_key in ((a, b) for a in value[0] for b in value[0] if a != b):
        names = [entry.get(name_key) for entry in value]
        counts = [entry.get(count_key) for entry in value]
        if not all(isinstance(name, str) and name in items for name in names):
            continue
        if not all(type(count) is int for count in counts) or len({*names}) < len(names):
            continue

        def with_counts(
            new: Mapping[str, int], name_key: str = name_key, count_key: str = count_key
        ) -> Action:
            first = value[0]
            made = [{**first, name_key: name, count_key: count} for name, count in new.items()]
            return {**action, field: made}

        yield Taken(dict(zip(names, counts, strict=True)), with_counts)
