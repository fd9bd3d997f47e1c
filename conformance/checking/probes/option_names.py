"""The ways in which an action may name one of several options that a message shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

MOST_OPTIONS = 12
_LINE = re.compile(r"^[ \t>*-]*[\[(]?([A-L]|\d{1,2})(?:[\]).:]+|[ \t]*\|)[ \t]+(.+)$", re.M)
"""A line of a text that begins with the letter or the number of an option."""
_LETTERS = "ABCDEFGHIJKL"

Options = dict[Any, Any]
"""What is shown of each option, by its name."""


def named_options(value: Any) -> Iterator[tuple[str, Options]]:
    """Ways to name options: by a key, a number or a letter, by themselves, as lines of a text."""
    if isinstance(value, dict):
        yield "", value
    elif isinstance(value, str):
        lines = _LINE.findall(value)
        yield " (lines)", dict(lines)
        yield " (numbered lines)", {int(name): text for name, text in lines if name.isdigit()}
    elif isinstance(value, list) and len(value) <= MOST_OPTIONS:
        yield " (places from 0)", dict(enumerate(value))
        yield " (places from 1)", dict(enumerate(value, 1))
        yield " (letters)", dict(zip(_LETTERS, value, strict=False))
        if all(isinstance(item, str) for item in value):
            yield "", {item: item for item in value}
        if all(isinstance(item, dict) for item in value):
            yield from _by_key(value)


def _by_key(items: list[dict[str, Any]]) -> Iterator[tuple[str, Options]]:
    """The objects of a list, named by the value of one of their keys, which differs in all."""
    for key in items[0] if items else ():
        names = [item.get(key) for item in items]
        if all(isinstance(name, int | str) for name in names) and len({*names}) == len(items):
            rest = [{k: part for k, part in item.items() if k != key} for item in items]
            yield f".{key}", dict(zip(names, rest, strict=True))
