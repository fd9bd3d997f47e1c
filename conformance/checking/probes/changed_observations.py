"""Copies of an observation in which one small part of the task is different."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import Path, with_leaf
from hallmark_rl.conformance.core.json_tree import subtrees

_FEWEST_ITEMS, _FEWEST_LETTERS, _MOST_LETTERS = 6, 8, 4
_FEWEST_LINES = 6
_REGIONS = ("first", "second", "third", "fourth", "fifth", "last")
_OWN = ("reward", "done", "metadata", "episode_id")
_NUMBER = re.compile(r"(?<![\w.])\d{1,4}(?![\w.:])")


@dataclass(frozen=True)
class ChangedObservation:
    """A changed observation.

    Attributes:
        path: the place of the value that was changed; `[]` stands for any item of a list.
        region: which part of the value was changed; empty for a number.
        data: the fields of the observation.
    """

    path: str
    region: str
    data: dict[str, Any]

    @property
    def name(self) -> str:
        """What was changed, in words."""
        return f"the {self.region} sixth of {self.path}" if self.region else self.path


def changed_observations(data: dict[str, Any], rng: random.Random) -> Iterator[ChangedObservation]:
    """Yield observations in which a part of the task is different.

    Changed are: a character of a long text of few different ones (a truth table, a row of bits), an
    item of a long list, a number in a line of a table, and single numbers. Of long values one place
    in each sixth is changed.

    Args:
        data: the fields of an observation.
        rng: chooses the places and the new values.
    """
    for path, value in subtrees({k: v for k, v in data.items() if k not in _OWN}):
        keys = _keys(path)
        name = re.sub(r"\[\d+\]", "[]", path)
        if isinstance(value, str) and len(value) >= _FEWEST_LETTERS:
            yield from _of_text(data, keys, name, value, rng)
        elif isinstance(value, list) and len(value) >= _FEWEST_ITEMS:
            yield from _of_list(data, keys, name, value, rng)
        elif isinstance(value, int) and not isinstance(value, bool) and "[" not in path:
            yield ChangedObservation(name, "", with_leaf(data, keys, value + rng.choice((1, 2))))


def _of_text(
    data: dict[str, Any], keys: Path, name: str, text: str, rng: random.Random
) -> Iterator[ChangedObservation]:
    letters = sorted(set(text))
    if 1 < len(letters) <= _MOST_LETTERS:
        for region, place in _places(len(text), rng):
            other = rng.choice([letter for letter in letters if letter != text[place]])
            changed = text[:place] + other + text[place + 1 :]
            yield ChangedObservation(name, region, with_leaf(data, keys, changed))
        return
    lines = text.splitlines()
    if len(lines) < _FEWEST_LINES:
        return
    for region, place in _places(len(lines), rng):
        numbers = list(_NUMBER.finditer(lines[place]))
        if numbers:
            found = rng.choice(numbers)
            more = str(int(found[0]) + rng.randint(1, 9))
            line = lines[place][: found.start()] + more + lines[place][found.end() :]
            changed = "\n".join([*lines[:place], line, *lines[place + 1 :]])
            yield ChangedObservation(name, region, with_leaf(data, keys, changed))


def _of_list(
    data: dict[str, Any], keys: Path, name: str, items: list[Any], rng: random.Random
) -> Iterator[ChangedObservation]:
    for region, place in _places(len(items), rng):
        numbers = [
            (inner, value)
            for inner, value in subtrees(items[place])
            if isinstance(value, int) and not isinstance(value, bool)
        ]
        if numbers:
            inner, value = rng.choice(numbers)
            changed = with_leaf(data, (*keys, place, *_keys(inner)), value + rng.randint(1, 3))
            yield ChangedObservation(name, region, changed)


def _places(length: int, rng: random.Random) -> Iterator[tuple[str, int]]:
    """A place in each part."""
    parts = len(_REGIONS)
    for number, region in enumerate(_REGIONS):
        yield region, rng.randrange(number * length // parts, (number + 1) * length // parts)


def _keys(path: str) -> Path:
    """The keys and indices of a path such as `cards[2].name`."""
    return tuple(
        int(part[1:-1]) if part.startswith("[") else part
        for part in re.findall(r"\[\d+\]|[^.\[\]]+", path)
    )
