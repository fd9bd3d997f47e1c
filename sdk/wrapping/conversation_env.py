"""An environment of one of verifiers that talks with the agent: each step is a reply."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.extras import missing_extras
from hallmark_rl.sdk.scaffold import free_folder, write_environment
from hallmark_rl.sdk.wrapping.scorer_env import split_rows
from hallmark_rl.sdk.wrapping.suite_program import ProgramFailed, run_program
from hallmark_rl.sdk.wrapping.task_package import EXTRA, FOLDER, TaskPackage
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

MOST_REPLIES = 20
"""Replies of an episode where no limit is given."""
_MEASURE = "hallmark_rl.conformance.measure_conversation"
"""Run as a program: `sdk` imports nothing of `conformance`."""
_MEASURE_SECONDS = 600.0


def wrap_conversation(
    spec: str, out: Path, *, args: Mapping[str, Any], max_steps: int | None = None
) -> tuple[list[Path], list[str]] | None:
    """Write an environment of `verifiers:PACKAGE` into the new folder `out`.

    Args:
        spec: the subject.
        out: the folder; its name is the name of the environment.
        args: settings of the task set.
        max_steps: the replies after which an episode is stopped; None for the number that every
            measured episode took, or 20.

    Returns:
        The paths of its files, and notes for the author. None, and nothing is written, if the
        package exports no environment, so that an answer is one reply.

    Raises:
        WrapProblem: the package cannot be used, or its environment cannot be played by one agent.
        NameProblem: the folder exists, or its name cannot be that of a package.
        OSError: a file cannot be written.
    """
    missing = missing_extras(spec, "openenv", "conformance", "verifiers")
    if missing:
        raise WrapProblem(missing)
    folder = free_folder(out.name, out.parent)
    name = spec.partition(":")[2]
    package = TaskPackage(name)
    limit = max_steps or MOST_REPLIES
    request = {"package": name, "args": dict(args), "max_steps": limit}
    try:
        measured: dict[str, Any] = run_program(_MEASURE, [], _MEASURE_SECONDS, request)
    except ProgramFailed as failure:
        raise WrapProblem(f"{spec} could not be measured: {failure}") from None
    if "problem" in measured:
        raise WrapProblem(f"{spec}: {measured['problem']}")
    if not measured["conversation"]:
        return None
    notes: list[str] = list(measured["notes"])
    rows, right = measured["tasks"], measured["right"]
    splits = split_rows(rows, prompt="prompt", split="", notes=notes)
    columns = _columns(measured["columns"])
    written = write_environment(
        "conversation",
        folder,
        {
            "spec": spec,
            "package": name,
            "args": dict(args),
            "packages": FOLDER if package.place is not None else "",
            "summary": f"a conversation with the environment of {spec}",
            "example": 'content="..."',
            "extra": EXTRA,
            "requirements": package.requirements,
            "folders": [],
            "package_data": ["tasks/*.jsonl", "*.json", f"{FOLDER}/**/*"],
            "reward_range": [
                math.fsum(min(0.0, column["low"]) for column in columns),
                math.fsum(max(0.0, column["high"]) for column in columns),
            ],
            "floor_margin": 0.1,
            "task_api": True,
            "turns": "multi-turn",
            "max_steps": max_steps or measured["replies"] or limit,
            "columns": columns,
            "maximum": float(measured["maximum"]),
            "has_right": right is not None,
            "once": measured["once"],
            "split_text": ", ".join(f"{len(part)} in `{name}`" for name, part in splits.items()),
        },
    )
    written += package.copy(folder)
    for split, part in splits.items():
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in part]
        written.append(_write(folder / "tasks" / f"{split}.jsonl", "".join(lines)))
    if right is not None:
        by_index = {str(row["index"]): text for row, text in zip(rows, right, strict=True)}
        text = json.dumps(by_index, ensure_ascii=False, indent=1) + "\n"
        written.append(_write(folder / "right_replies.json", text))
    return sorted(written), notes


def _write(target: Path, text: str) -> Path:
    target.parent.mkdir(exist_ok=True)
    target.write_text(text, "utf-8")
    return target


def _columns(ranges: Mapping[str, Sequence[float]]) -> list[dict[str, Any]]:
    """The reward columns: every reward of verifiers has its weight in it already."""
    columns: list[dict[str, Any]] = []
    for key, (low, high) in ranges.items():
        name = f"paid_{re.sub(r'[^a-zA-Z0-9]+', '_', key).strip('_') or 'reward'}"
        while any(column["name"] == name for column in columns):
            name += "_2"
        kind = "cost" if high <= 0 else "outcome"
        if low == high:
            low -= 1.0
        columns.append({"key": key, "name": name, "kind": kind, "low": low, "high": high})
    if not any(column["kind"] == "outcome" for column in columns):
        raise WrapProblem("its environment never rewards anything")
    return columns
