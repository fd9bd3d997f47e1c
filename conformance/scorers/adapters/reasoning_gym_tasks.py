"""A data set of reasoning-gym: its entries as tasks, its `score_answer` as the scorer."""

from __future__ import annotations

import difflib
import importlib.metadata
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

DEFAULTS = {"size": 50, "seed": 0}
"""Arguments of a data set where none are given."""
_EXAMPLES = ("example_correct_answer", "example_answer", "possible_answer")
"""Where the metadata hold a right answer of an entry whose `answer` is None."""


def load(name: str, args: Mapping[str, Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The scorer of a data set and its facts; of the name `*`, the `names` of all.

    Ends with `sys.exit` and a sentence if the data set cannot be made.
    """
    try:
        from reasoning_gym.factory import DATASETS, create_dataset
    except ModuleNotFoundError as error:
        sys.exit(f'{error}: pip install "hallmark-rl[reasoning-gym]"')
    if name == "*":
        return print, {"names": sorted(DATASETS)}
    if name not in DATASETS:
        near = ", ".join(difflib.get_close_matches(name, DATASETS)) or "reasoning_gym:* has all"
        sys.exit(f"reasoning-gym has no data set {name!r}: {near}")
    args = {**DEFAULTS, **args}
    script = ["import reasoning_gym"]
    if isinstance(args.get("datasets"), list):
        script.append("from reasoning_gym.composite import DatasetSpec")
        args["datasets"] = [part_of_composite(item) for item in args["datasets"]]
    written = "".join(f", {key}={value!r}" for key, value in args.items())
    making = f"reasoning_gym.create_dataset({name!r}{written})"
    try:
        data = create_dataset(name, **args)
        entries = [data[index] for index in range(len(data))]
    except Exception as error:
        sys.exit(f"{making} raises {type(error).__name__}: {error}")
    tasks = [task_of(index, entry) for index, entry in enumerate(entries)]
    facts = {
        "tasks": tasks,
        # Their extract_answer strips the answer; further forms are not promised anywhere.
        "declared": {"maximum": 1.0, "equivalents": []},
        "files": ["package:reasoning_gym"],
        "versions": {"reasoning-gym": importlib.metadata.version("reasoning-gym")},
        "script": [*script, f"data = {making}"],
        "call": "data.score_answer({answer}, data[{index}])",
    }
    return scorer_of(data, entries), facts


def part_of_composite(part: Any) -> Any:
    """The `DatasetSpec` of an item of the argument `datasets` of the data set `composite`.

    Args:
        part: the name of a data set, or a dict with `name` and perhaps `weight` and `config`.
    """
    from reasoning_gym.composite import DatasetSpec

    try:
        given = {"name": part} if isinstance(part, str) else dict(part)
        return DatasetSpec(**{"weight": 1.0, "config": {}, **given})
    except TypeError as error:
        sys.exit(f"datasets: {part!r} is neither a name nor name, weight and config: {error}")


def scorer_of(data: Any, entries: list[dict[str, Any]]) -> Callable[[str, Any], Any]:
    """`score(answer, task)`, which scores against the entry that the task was made from.

    An entry that the call changes shows in the task.
    """

    def score(answer: str, task: dict[str, Any]) -> Any:
        entry = entries[task["index"]]
        before = repr(entry)
        try:
            return data.score_answer(answer, entry)
        finally:
            if repr(entry) != before:
                task["entry"] = "changed"

    return score


def task_of(index: int, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Number, question and right answer of an entry as plain data.

    Args:
        index: its number in the data set.
        entry: a dict with `question`, `answer` and `metadata`.
    """
    metadata = entry.get("metadata") or {}
    answers = [entry.get("answer"), *(metadata.get(name) for name in _EXAMPLES)]
    answer = next((item for item in answers if item is not None), None)
    task = {"index": index, "question": str(entry["question"])}
    if answer is not None:
        task["answer"] = answer if isinstance(answer, str) else json.dumps(answer, default=str)
    return task
