"""Two tasks that differ in names, numbers of things and the time of day only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.core.json_tree import subtrees, to_json

_CLOCK = re.compile(r"\b(\d{1,2}):([0-5]\d)\b")
NAME = re.compile(r"\b[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")
_TOKEN = re.compile(r"\b\d{1,2}:[0-5]\d\b|\b[A-Z][\w'-]*|\d+")
_FEWEST = 6
"""Scalars in lists that a message must have, for what is left of it to tell one task."""


def without_disguise(message: dict[str, Any]) -> str:
    """A message with what a disguise changes taken out; empty if too little is left.

    Names become a sign, times of the day are counted from the first one, and whole numbers at one
    place of a list's items from the least one.
    """
    classes: dict[str, list[int]] = {}
    for path, value in _scalars(message):
        if type(value) is int:
            classes.setdefault(path, []).append(value)
    times = [_minutes(text) for _, text in _scalars(message) if isinstance(text, str)]
    first = min((minute for minutes in times for minute in minutes), default=0)
    parts: list[Any] = []
    for path, value in _scalars(message):
        if type(value) is int and len(classes[path]) > 1:
            parts.append([path, value - min(classes[path])])
        elif isinstance(value, str):
            clock = _CLOCK.sub(lambda found: f"<{_minutes(found[0])[0] - first}>", value)
            parts.append([path, NAME.sub("#", clock)])
        else:
            parts.append([path, value])
    listed = sum("[]" in path for path, _ in parts)
    return to_json(parts) if listed >= _FEWEST else ""


def in_other_names(value: Any, one: dict[str, Any], other: dict[str, Any]) -> Any:
    """An answer to one task as the answer to the other one, with the other's names and numbers.

    The messages are equal without their disguise, so that their parts stand for each other.
    """
    meaning: dict[str, str] = {}
    for (_, left), (_, right) in zip(_scalars(one), _scalars(other), strict=False):
        meaning.setdefault(str(left), str(right))
        tokens = _TOKEN.findall(str(left)), _TOKEN.findall(str(right))
        if len(tokens[0]) == len(tokens[1]):
            for token, replaced in zip(*tokens, strict=True):
                meaning.setdefault(token, replaced)

    def text(value: str) -> str:
        if value in meaning:
            return meaning[value]
        return _TOKEN.sub(lambda found: meaning.get(found[0], found[0]), value)

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {text(key): renamed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [renamed(inner) for inner in value]
        if type(value) is int:
            replaced = meaning.get(str(value), "")
            return int(replaced) if replaced.lstrip("-").isdecimal() else value
        return text(value) if isinstance(value, str) else value

    return {key: renamed(inner) for key, inner in value.items()}


def _scalars(message: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The scalars of a message with their paths, without the places in lists."""
    for path, value in subtrees(message):
        if not isinstance(value, dict | list):
            yield re.sub(r"\[\d+\]", "[]", path), value


def _minutes(text: str) -> list[int]:
    return [60 * int(hours) + int(minutes) for hours, minutes in _CLOCK.findall(text)]
