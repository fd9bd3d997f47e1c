"""Answers in which all numbers, or all texts of lists and dicts, are replaced."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
_LONGEST_TEXT = 200
_NUMBERS: tuple[float, ...] = (0, 1, -1, 10**6)
_FEWEST = 2
_MOST_TEXTS = 4

Filling = tuple[type[Any], Any]
"""The type of the values that are replaced (int or str), and what takes their place."""


def fillings(answers: list[Action]) -> list[Filling]:
    """What to try in all places of answers: usual numbers; their most common texts."""
    made: list[Filling] = []
    if sum(len(values(answer, int)) >= _FEWEST for answer in answers):
        made += [(int, number) for number in _NUMBERS]
    texts = Counter(text for answer in answers for text in values(answer, str))
    if any(len(values(answer, str)) > _FEWEST for answer in answers):
        made += [(str, text) for text, _ in texts.most_common(_MOST_TEXTS)]
    return made


def values(action: Action, kind: type[Any]) -> list[Any]:
    """The numbers of an answer, also those in its short texts; or the texts in lists and dicts."""
    found: list[Any] = []

    def collect(value: Any) -> Any:
        found.append(value)
        return value

    _changed(action, kind, collect, 0)
    return found


def filled_with(action: Action, filling: Filling) -> Action:
    """A copy with one value in all these places."""
    return _replaced(action, filling[0], lambda _: filling[1])


def wrong_values(action: Action, kind: type[Any], others: Iterable[Action]) -> Iterator[Action]:
    """Copies with wrong values: the first one like another, those of other answers, larger ones.

    They show that the values matter.
    """
    own = values(action, kind)
    different = next((value for value in own if value != own[0]), None)
    if different is not None:
        yield with_values(action, kind, [different, *own[1:]])
    yield from others
    if kind is int:
        for step in (3, 7):
            larger = [float(number) + 1 + step * place for place, number in enumerate(own)]
            yield with_values(action, kind, larger)


def with_values(action: Action, kind: type[Any], new: list[Any]) -> Action:
    """A copy with other values in these places, in their order."""
    rest = iter(new)
    return _replaced(action, kind, lambda _: next(rest))


def _replaced(action: Action, kind: type[Any], change: Callable[[Any], Any]) -> Action:
    made: Action = _changed(action, kind, change, 0)
    return made


def _changed(value: Any, kind: type[Any], change: Callable[[Any], Any], depth: int) -> Any:
    if isinstance(value, dict):
        kept = ("metadata", "type") if depth == 0 else ()
        return {
            key: inner if key in kept else _changed(inner, kind, change, depth + 1)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_changed(inner, kind, change, depth + 1) for inner in value]
    if isinstance(value, str) and len(value) <= _LONGEST_TEXT:
        if kind is int:
            return _NUMBER.sub(lambda found: f"{change(float(found[0])):g}", value)
        return change(value) if depth > 1 else value
    if isinstance(value, int | float) and not isinstance(value, bool) and kind is int:
        return type(value)(change(value))
    return value
