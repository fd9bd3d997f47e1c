"""What environments share that `hallmark wrap` makes of answer scorers: tasks, prompts, scores."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.tasks.task_lines import TaskRow, read_tasks
from hallmark_rl.sdk.tasks.task_set import TaskSet


def read_task_set(folder: Path) -> TaskSet[TaskRow]:
    """The tasks in a folder: each file `SPLIT.jsonl` is a split, `train.jsonl` the first.

    Raises:
        TaskFileError: a file is empty, or a line is no JSON object.
        ValueError: there is no file, or two splits share a task.
    """
    files = sorted(folder.glob("*.jsonl"), key=lambda file: (file.stem != "train", file.stem))
    if not files:
        raise ValueError(f"{folder} holds no file SPLIT.jsonl")
    return TaskSet({file.stem: {1: read_tasks(file)} for file in files})


def field_at(task: Mapping[str, Any], name: str) -> Any:
    """A field of a task, None without it; a name with points leads into objects."""
    if name in task:
        return task[name]
    first, point, rest = name.partition(".")
    inner = task.get(first)
    return field_at(inner, rest) if point and isinstance(inner, dict) else None


def prompt_text(prompt: Any) -> str:
    """The prompt of a task as text; chat messages are joined, each after its role."""
    if not isinstance(prompt, list):
        return str(prompt)
    messages = [item for item in prompt if isinstance(item, Mapping)]
    if len(messages) == 1:
        return _content_text(messages[0].get("content", ""))
    return "\n\n".join(
        f"{item.get('role')}: {_content_text(item.get('content'))}" for item in messages
    )


def _content_text(content: Any) -> str:
    """The content of a chat message; of a list of parts, their texts."""
    if not isinstance(content, list):
        return str(content)
    parts = [part for part in content if isinstance(part, Mapping)]
    return "\n".join(str(part["text"]) for part in parts if "text" in part)


def scores_by_column(score: Callable[..., Any], answer: str, task: TaskRow) -> dict[str, Any]:
    """Call a scorer, which may be an `async` function.

    Args:
        score: returns a number, or a dict of numbers by column.
        answer: what the agent wrote.
        task: the row; changes to it are not kept by the environment.

    Returns:
        The score by column; a number alone has the name "". Values that are not numbers are kept
        as they are: the reward column that reads one then reports it.
    """
    value = score(answer, task)
    if inspect.iscoroutine(value):
        value = asyncio.run(value)
    if not isinstance(value, dict):
        value = {"": value}
    return {str(name): _plain(item) for name, item in value.items()}


def _plain(value: Any) -> Any:
    """A number of another type, such as numpy's, as a float; a short text of what is no number."""
    if hasattr(value, "__float__"):
        return float(value)
    return f"{type(value).__name__} {value!r}"[:60]
