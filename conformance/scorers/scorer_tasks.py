"""Read the tasks of a scorer from a file: one JSON object in each line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Task = Mapping[str, Any]


class TaskFileError(ValueError):
    """The tasks cannot be used; the text is one line that says which line is wrong."""


def read_tasks(path: Path) -> list[Task]:
    """The tasks of a JSONL file; blank lines are skipped.

    Raises:
        TaskFileError: the file is missing or empty, or a line is no JSON object.
    """
    try:
        lines = path.read_bytes().decode("utf-8").split("\n")
    except OSError as error:
        raise TaskFileError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TaskFileError(f"{path} is not UTF-8 text") from None
    tasks: list[Task] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            task = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise TaskFileError(f"{path}, line {number} is not JSON: {error}") from None
        if not isinstance(task, dict):
            raise TaskFileError(f"{path}, line {number} is no object but {type(task).__name__}")
        tasks.append(task)
    if not tasks:
        raise TaskFileError(f"{path} holds no tasks")
    return tasks


def plain_tasks(tasks: Iterable[Mapping[str, Any]]) -> list[Task]:
    """Tasks that are given in Python, as JSON would hold them.

    Raises:
        TaskFileError: there are none, or one is not plain data.
    """
    plain: list[Task] = []
    for number, task in enumerate(tasks):
        try:
            copied = json.loads(json.dumps(dict(task)))
        except (TypeError, ValueError) as error:
            raise TaskFileError(f"task {number} is not plain data: {error}") from None
        plain.append(copied)
    if not plain:
        raise TaskFileError("there are no tasks")
    return plain


def listed_tasks(tasks: object) -> list[Task]:
    """The tasks that the process of a task set lists.

    Raises:
        TaskFileError: it lists none, or something else than tasks.
    """
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise TaskFileError("its process lists no tasks")
    return plain_tasks(tasks)
