"""Tasks: what episodes are about, in disjoint splits and in levels from easy to hard.

    words = TaskSet({"train": {1: easy, 2: hard}, "test": {1: held_out, 2: held_out_hard}})
    words.num_tasks("train"); words.get_task("test", 3)     # public: without the payload
    words.task("test", 3).payload                           # private: for the environment

The payloads of a level may be any sequence; a lazy sequence can generate task `i` on demand.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

T = TypeVar("T")


class TaskError(IndexError):
    """There is no such split, level or index. OpenEnv's server answers it with status 400."""


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """One task.

    Attributes:
        id: unique in the task set.
        split: such as `train` or `test`.
        index: the number of the task in its split, from 0; the tasks of lower levels come first.
        level: its difficulty; a higher number is harder.
        payload: private data of the environment, often the answer; `public()` leaves it out.
    """

    id: str
    split: str
    index: int
    level: int
    payload: T = field(repr=False)

    def public(self) -> dict[str, Any]:
        """The description that OpenEnv's server sends to clients."""
        return {"id": self.id, "split": self.split, "index": self.index, "level": self.level}


class TaskSet(Generic[T]):
    """Tasks by split and level; in a split they are numbered consecutively, lowest level first.

    Args:
        splits: by the name of the split and then by level, a sequence of payloads. Every split has
            the same levels.

    Raises:
        ValueError: a split or level is empty, levels differ, or two splits share a task of a level.
    """

    def __init__(self, splits: Mapping[str, Mapping[int, Sequence[T]]]) -> None:
        if not splits:
            raise ValueError("a TaskSet needs at least one split")
        self._splits = {
            name: {level: levels[level] for level in sorted(levels)}
            for name, levels in splits.items()
        }
        for name, levels in self._splits.items():
            if not levels or not all(len(payloads) for payloads in levels.values()):
                raise ValueError(f"split {name!r} has no tasks, or a level without tasks")
            if list(levels) != list(self.levels):
                raise ValueError(f"split {name!r} has levels {list(levels)}, not {self.levels}")
        self._require_disjoint()

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels, easiest first."""
        return tuple(next(iter(self._splits.values())))

    def list_splits(self) -> list[str]:
        """The names of the splits."""
        return list(self._splits)

    def num_tasks(self, split: str, level: int | None = None) -> int:
        """The number of tasks in a split, or in one level of it.

        Raises:
            TaskError: there is no such split or level.
        """
        levels = self._levels(split, level)
        return sum(len(payloads) for payloads in levels.values())

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """Public descriptions of the first 1000 tasks of a split.

        Raises:
            TaskError: there is no such split.
        """
        return self.get_task_range(split, 0, 1000)

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """The public description of one task.

        Raises:
            TaskError: there is no such split or index.
        """
        return self.task(split, index).public()

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        """Public descriptions of the tasks `[start:stop]`, with the meaning of a slice.

        Raises:
            TaskError: there is no such split.
        """
        indices = range(*slice(start, stop).indices(self.num_tasks(split)))
        return [self.get_task(split, index) for index in indices]

    def task(self, split: str, index: int, level: int | None = None) -> Task[T]:
        """One task with its payload; `index` counts within `level` if that is given.

        Raises:
            TaskError: there is no such task.
        """
        total = self.num_tasks(split, level)
        if not 0 <= index < total:
            group = split if level is None else f"{split}, level {level}"
            raise TaskError(f"index {index} is outside 0..{total - 1} of {group}")
        position = 0
        for task_level, payloads in self._splits[split].items():
            if level in (None, task_level):
                if index < len(payloads):
                    payload = payloads[index]
                    number = position + index
                    return Task(f"{split}-{number}", split, number, task_level, payload)
                index -= len(payloads)
            position += len(payloads)
        raise AssertionError("unreachable: the index was checked")

    def pick(self, rng: random.Random, split: str, level: int | None = None) -> Task[T]:
        """A random task of one level of a split, by default of the easiest level.

        Raises:
            TaskError: there is no such split or level.
        """
        level = self.levels[0] if level is None else level
        return self.task(split, rng.randrange(self.num_tasks(split, level)), level)

    def _require_disjoint(self) -> None:
        """Raise a `ValueError` if two splits share a task of a level; skip lazy sequences."""
        splits_of: dict[Any, str] = {}
        listed = (
            (split, level, payload)
            for split, levels in self._splits.items()
            for level, payloads in levels.items()
            if isinstance(payloads, list | tuple)
            for payload in payloads
        )
        for split, level, payload in listed:
            first = splits_of.setdefault((level, _hashable(payload)), split)
            if first != split:
                raise ValueError(f"splits {first!r} and {split!r} share a task of level {level}")

    def _levels(self, split: str, level: int | None) -> Mapping[int, Sequence[T]]:
        if split not in self._splits:
            raise TaskError(f"no split {split!r}: choose one of {self.list_splits()}")
        levels = self._splits[split]
        if level is None:
            return levels
        if level not in levels:
            raise TaskError(f"no level {level!r}: choose one of {list(levels)}")
        return {level: levels[level]}


def _hashable(payload: Any) -> Any:
    """A hashable value that is equal for equal payloads."""
    try:
        hash(payload)
    except TypeError:
        return type(payload), repr(payload)
    return payload


class TaskRoutes:
    """OpenEnv's task methods, for environments that declare `tasks`.

    In other environments they raise `NotImplementedError`; OpenEnv's server answers it with 501.
    """

    tasks: ClassVar[TaskSet[Any] | None] = None

    def list_splits(self) -> list[str]:
        """The names of the splits."""
        return self._task_set().list_splits()

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """Public descriptions of the first 1000 tasks of a split.

        Raises:
            TaskError: there is no such split.
        """
        return self._task_set().list_tasks(split)

    def num_tasks(self, split: str) -> int:
        """The number of tasks in a split."""
        return self._task_set().num_tasks(split)

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """The public description of one task.

        Raises:
            TaskError: there is no such split or index.
        """
        return self._task_set().get_task(split, index)

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        """Public descriptions of the tasks `[start:stop]`, with the meaning of a slice.

        Raises:
            TaskError: there is no such split.
        """
        return self._task_set().get_task_range(split, start, stop)

    def _task_set(self) -> TaskSet[Any]:
        if self.tasks is None:
            raise NotImplementedError(f"{type(self).__name__} has no task set")  # OpenEnv: 501
        return self.tasks


def hold_out(items: Sequence[T], count: int, *, seed: int) -> tuple[list[T], list[T]]:
    """Split items into `(train, test)`, with `count` random items in `test`.

    Args:
        items: the items, each only once.
        count: at least 1, and fewer than there are items.
        seed: decides the choice.

    Returns:
        `(train, test)`: the items that are left, and `count` items; both in random order.

    Raises:
        ValueError: an item occurs twice, or the count is impossible.
    """
    if len(set(map(_hashable, items))) < len(items):
        raise ValueError("an item is given twice: it could be trained on and held out")
    if not 0 < count < len(items):
        raise ValueError(f"cannot hold out {count} of {len(items)} items")
    shuffled = list(items)
    random.Random(f"hold out {seed}").shuffle(shuffled)
    return shuffled[count:], shuffled[:count]
