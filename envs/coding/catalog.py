"""The task set: the expression family (levels 1 and 6) and the files in `tasks/` (2 to 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import overload

from hallmark_rl.sdk import TaskSet
from hallmark_rl.sdk.coding.task import CodingTask
from hallmark_rl.sdk.coding.task_file import load_task

from . import expression_family

TASKS = Path(__file__).parent / "tasks"
FILE_LEVELS = (2, 3, 4, 5)
SPLITS = ("train", "test")

_TEST_SPLIT = re.compile(r'^SPLIT = "test"$', re.MULTILINE)


class LazyTaskFiles(Sequence[CodingTask]):
    """The tasks in files, each loaded when it is first used."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = tuple(paths)

    def __len__(self) -> int:
        return len(self.paths)

    @overload
    def __getitem__(self, index: int) -> CodingTask: ...
    @overload
    def __getitem__(self, index: slice) -> LazyTaskFiles: ...
    def __getitem__(self, index: int | slice) -> CodingTask | LazyTaskFiles:
        if isinstance(index, slice):
            return LazyTaskFiles(self.paths[index])
        return load_cached(self.paths[index])


class ExpressionTasks(Sequence[CodingTask]):
    """The tasks of one split and level of the expression family, made when they are used."""

    def __init__(self, split: str, level: int) -> None:
        self.split, self.level = split, level
        self.functions = dict(zip(SPLITS, expression_family.splits(level), strict=True))[split]

    def __len__(self) -> int:
        return len(self.functions)

    @overload
    def __getitem__(self, index: int) -> CodingTask: ...
    @overload
    def __getitem__(self, index: slice) -> list[CodingTask]: ...
    def __getitem__(self, index: int | slice) -> CodingTask | list[CodingTask]:
        if isinstance(index, slice):
            return [
                expression_family.as_task(function, self.split, self.level)
                for function in self.functions[index]
            ]
        return expression_family.as_task(self.functions[index], self.split, self.level)


@cache
def load_cached(path: Path) -> CodingTask:
    """Load the task in a file, once per process; tasks are immutable."""
    return load_task(path)


def task_files() -> Iterator[tuple[int, str, Path]]:
    """Yield level, split and path of every task file, ordered by level and name.

    The files are searched for their split, not executed.
    """
    for level in FILE_LEVELS:
        for path in sorted((TASKS / f"level{level}").glob("*.py")):
            is_test = _TEST_SPLIT.search(path.read_text(encoding="utf-8"))
            yield level, "test" if is_test else "train", path


@lru_cache(maxsize=1)
def catalog() -> TaskSet[CodingTask]:
    """Return every task by split and level."""
    splits: dict[str, dict[int, Sequence[CodingTask]]] = {}
    files = list(task_files())
    for split in SPLITS:
        levels: dict[int, Sequence[CodingTask]] = {
            level: ExpressionTasks(split, level) for level in expression_family.LEVELS
        }
        for level in FILE_LEVELS:
            levels[level] = LazyTaskFiles(
                [path for *level_and_split, path in files if level_and_split == [level, split]]
            )
        splits[split] = levels
    return TaskSet(splits)
