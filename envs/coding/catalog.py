"""The task set: the expression family at levels 1 and 6, the files under `tasks/` between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import overload

from hallmark_rl.sdk import TaskSet
from hallmark_rl.sdk.coding.task import CodingTask, load_task

from . import expression_family

TASKS = Path(__file__).parent / "tasks"
FILE_LEVELS = (2, 3, 4, 5)
SPLITS = ("train", "test")

_HELD_OUT = re.compile(r'^SPLIT = "test"$', re.MULTILINE)


class TaskFiles(Sequence[CodingTask]):
    """Tasks that are loaded when they are first asked for."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = tuple(paths)

    def __len__(self) -> int:
        return len(self.paths)

    @overload
    def __getitem__(self, index: int) -> CodingTask: ...
    @overload
    def __getitem__(self, index: slice) -> TaskFiles: ...
    def __getitem__(self, index: int | slice) -> CodingTask | TaskFiles:
        if isinstance(index, slice):
            return TaskFiles(self.paths[index])
        return loaded(self.paths[index])


class ExpressionTasks(Sequence[CodingTask]):
    """The functions of one split and level of the expression family."""

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
                expression_family.as_task(one, self.split, self.level)
                for one in self.functions[index]
            ]
        return expression_family.as_task(self.functions[index], self.split, self.level)


@cache
def loaded(path: Path) -> CodingTask:
    """The task in a file, read once; tasks are immutable."""
    return load_task(path)


def task_files() -> Iterator[tuple[int, str, Path]]:
    """Level, split and path of every task file, in a fixed order."""
    for level in FILE_LEVELS:
        for path in sorted((TASKS / f"level{level}").glob("*.py")):
            held_out = _HELD_OUT.search(path.read_text(encoding="utf-8"))
            yield level, "test" if held_out else "train", path


@lru_cache(maxsize=1)
def catalog() -> TaskSet[CodingTask]:
    """Every task by split and level."""
    splits: dict[str, dict[int, Sequence[CodingTask]]] = {}
    files = list(task_files())
    for split in SPLITS:
        levels: dict[int, Sequence[CodingTask]] = {
            level: ExpressionTasks(split, level) for level in expression_family.LEVELS
        }
        for level in FILE_LEVELS:
            levels[level] = TaskFiles([p for at, s, p in files if (at, s) == (level, split)])
        splits[split] = levels
    return TaskSet(splits)
