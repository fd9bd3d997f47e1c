"""The inputs that a task admits, inferred from example inputs: types, ranges, lengths, letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_Path = tuple[str, ...]
"""Argument index, then alternately the type of a container and the role of its item."""


class InputDomain:
    """The envelope of example inputs; `admits` says whether other inputs lie inside it.

    At each position, a value must have a type that the examples have there. Numbers must lie
    between the smallest and the largest example (and 0), strings use only letters of the examples,
    and no string or container is longer than the longest example. Relations between arguments are
    not inferred: a task file states them in `valid`.

    Args:
        examples: Argument tuples, such as the pool of a task.
    """

    def __init__(self, examples: Sequence[tuple[Any, ...]]) -> None:
        self._arities = {len(example) for example in examples}
        self._envelopes: dict[_Path, _Envelope] = {}
        for example in examples:
            for index, value in enumerate(example):
                self._learn((str(index),), value)

    def admits(self, args: tuple[Any, ...]) -> bool:
        """Whether the argument tuple `args` lies inside."""
        return len(args) in self._arities and all(
            self._contains((str(index),), value) for index, value in enumerate(args)
        )

    def _learn(self, path: _Path, value: Any) -> None:
        typed_path = (*path, type(value).__name__)
        self._envelopes.setdefault(typed_path, _Envelope()).widen(value)
        for role, item in _items(value):
            self._learn((*typed_path, role), item)

    def _contains(self, path: _Path, value: Any) -> bool:
        typed_path = (*path, type(value).__name__)
        envelope = self._envelopes.get(typed_path)
        if envelope is None or not envelope.contains(value):
            return False
        return all(self._contains((*typed_path, role), item) for role, item in _items(value))


class _Envelope:
    """Range, length and letters of the values at one position."""

    def __init__(self) -> None:
        self.low: float = 0
        self.high: float = 0
        self.max_length = 0
        self.letters: set[Any] = set()

    def widen(self, value: Any) -> None:
        if isinstance(value, int | float):
            self.low, self.high = min(self.low, value), max(self.high, value)
        elif hasattr(value, "__len__"):
            self.max_length = max(self.max_length, len(value))
            self.letters |= set(value) if isinstance(value, str | bytes) else set()

    def contains(self, value: Any) -> bool:
        if isinstance(value, int | float):
            return self.low <= value <= self.high
        if hasattr(value, "__len__"):
            letters = set(value) if isinstance(value, str | bytes) else set()
            return len(value) <= self.max_length and letters <= self.letters
        return True


def _items(value: Any) -> list[tuple[str, Any]]:
    """The items of a container, each with its role: "key", "value" or "item"."""
    if isinstance(value, dict):
        pairs = [("key", key) for key in value], [("value", item) for item in value.values()]
        return [*pairs[0], *pairs[1]]
    if isinstance(value, list | tuple | set | frozenset):
        return [("item", item) for item in value]
    return []
