"""What a task admits, learned from its own inputs: types, sizes, letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Domain:
    """The envelope of example inputs; `admits` says whether other inputs lie inside.

    Numbers lie between the least and the greatest seen, texts use letters seen and are no longer
    than the longest, containers likewise. What relates two arguments to each other is not seen:
    a task says that in `valid`.
    """

    def __init__(self, examples: Sequence[tuple[Any, ...]]) -> None:
        self._arity = {len(example) for example in examples}
        self._shapes: dict[tuple[str, ...], _Shape] = {}
        for example in examples:
            for at, value in enumerate(example):
                self._learn((str(at),), value)

    def admits(self, args: tuple[Any, ...]) -> bool:
        """Whether `args` lie inside."""
        return len(args) in self._arity and all(
            self._inside((str(at),), value) for at, value in enumerate(args)
        )

    def _learn(self, path: tuple[str, ...], value: Any) -> None:
        here = (*path, type(value).__name__)
        self._shapes.setdefault(here, _Shape()).learn(value)
        for role, item in _items(value):
            self._learn((*here, role), item)

    def _inside(self, path: tuple[str, ...], value: Any) -> bool:
        here = (*path, type(value).__name__)
        shape = self._shapes.get(here)
        if shape is None or not shape.inside(value):
            return False
        return all(self._inside((*here, role), item) for role, item in _items(value))


class _Shape:
    def __init__(self) -> None:
        self.low: float = 0
        self.high: float = 0
        self.longest = 0
        self.letters: set[Any] = set()

    def learn(self, value: Any) -> None:
        if isinstance(value, int | float):
            self.low, self.high = min(self.low, value), max(self.high, value)
        elif hasattr(value, "__len__"):
            self.longest = max(self.longest, len(value))
            self.letters |= set(value) if isinstance(value, str | bytes) else set()

    def inside(self, value: Any) -> bool:
        if isinstance(value, int | float):
            return self.low <= value <= self.high
        if hasattr(value, "__len__"):
            letters = set(value) if isinstance(value, str | bytes) else set()
            return len(value) <= self.longest and letters <= self.letters
        return True


def _items(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        pairs = [("key", key) for key in value], [("value", item) for item in value.values()]
        return [*pairs[0], *pairs[1]]
    if isinstance(value, list | tuple | set | frozenset):
        return [("item", item) for item in value]
    return []
