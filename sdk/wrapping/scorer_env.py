"""An environment of an answer scorer: one task, one answer, and the score as the reward."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.extras import missing_extras
from hallmark_rl.sdk.adapters.scored_answers import field_at, prompt_text
from hallmark_rl.sdk.scaffold import free_folder, write_environment
from hallmark_rl.sdk.tasks.task_lines import read_tasks
from hallmark_rl.sdk.tasks.task_set import hold_out
from hallmark_rl.sdk.wrapping.python_files import OwnFiles, own_files, requirements_of
from hallmark_rl.sdk.wrapping.suite_program import ProgramFailed, run_program
from hallmark_rl.sdk.wrapping.task_package import EXTRA, FOLDER, TaskPackage
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

FUNCTION_KINDS = ("scorer", "trl")
TASK_SETS = ("reasoning_gym", "verifiers")
SERVERS = ("nemo+http", "nemo+https")
_MEASURE = "hallmark_rl.conformance.measure_scorer"
"""Run as a program: `sdk` imports nothing of `conformance`."""
_MEASURE_SECONDS = 600.0
_LONGEST_ANSWER = 20_000
_HELD_OUT = 4
"""One of so many tasks is held out."""


def wrap_scorer(
    spec: str,
    out: Path,
    *,
    tasks: Path | None,
    args: Mapping[str, Any],
    proof: Path | None,
    headers: Mapping[str, str] | None = None,
) -> tuple[list[Path], list[str]]:
    """Write an environment of a scorer into the new folder `out`.

    Args:
        spec: `scorer:module:function`, `trl:module:function`, `reasoning_gym:NAME`,
            `verifiers:PACKAGE` or `nemo+http://HOST:PORT`.
        out: the folder; its name is the name of the environment.
        tasks: the file of tasks of a function or server, None for a task set.
        args: arguments with which a task set is made.
        proof: a file with `declared = {...}` about the scorer, None for none.
        headers: of a server: HTTP headers of each request, which are written nowhere.

    Returns:
        The paths of its files, and notes for the author.

    Raises:
        WrapProblem: the scorer or its tasks cannot be used.
        TaskFileError: the file of tasks cannot be read.
        NameProblem: the folder exists, or its name cannot be that of a package.
        OSError: a file cannot be written.
    """
    kind, _, place = spec.partition(":")
    folder = free_folder(out.name, out.parent)
    if (kind in TASK_SETS) != (tasks is None):
        needs = "brings its tasks: leave out --tasks" if tasks else "needs --tasks FILE"
        raise WrapProblem(f"{spec} {needs}")
    if args.get("runtime", "none") != "none":
        raise WrapProblem("runtime=subprocess cannot be wrapped: rewards would run programs")
    if kind in FUNCTION_KINDS and place.count(":") != 1:
        raise WrapProblem(f"{spec}: write {kind}:module:function")
    server = server_address(spec) if kind in SERVERS else ""
    if headers and not server:
        raise WrapProblem(
            f"--header belongs to a server, such as nemo+http://HOST:PORT, not {spec}"
        )
    if tasks is not None:
        read_tasks(tasks)
    measured = _measure(spec, tasks, args, proof, headers)
    notes: list[str] = list(measured["notes"])
    variables = folder.name.upper()
    if headers:
        notes.append(
            f"no header is written: {variables}_SERVER_HEADERS gives them to the environment, as a "
            "JSON object"
        )
    module, _, function = place.rpartition(":")
    code = own_files(module) if kind in FUNCTION_KINDS else None
    package = TaskPackage(place) if kind == "verifiers" else None
    splits = split_rows(
        measured["tasks"], prompt=measured["prompt"], split=measured["split"], notes=notes
    )
    rows = [row for part in splits.values() for row in part]
    rights = _right_answers(measured, rows, notes)
    columns = _columns(measured)
    written = write_environment(
        "scorer",
        folder,
        {
            **_scorer_values(measured, kind, code, package),
            "server": server,
            "variables": variables,
            "network": "public" if server else "no-network",
            "spec": spec,
            "summary": f"answers scored by {spec}",
            "example": 'answer="..."',
            "package_data": ["tasks/*.jsonl", "*.json", *[f"{FOLDER}/**/*"] * bool(package)],
            "reward_range": _step_range(columns),
            "floor_margin": 0.1,
            "task_api": True,
            "turns": "single-turn",
            "prompt": measured["prompt"],
            "has_right": bool(rights),
            "by_prompt": bool(rights) and not measured["reference"],
            "reference": measured["reference"] if rights else "",
            "form": measured["form"],
            "longest": max([_LONGEST_ANSWER, *(2 * len(text) for text in rights.values())]),
            "columns": columns,
            "maximum": float(measured["maximum"]),
            "capabilities": _capabilities(measured, rows) + ["network"] * bool(server),
            "system": _system(measured),
            "split_text": ", ".join(f"{len(part)} in `{name}`" for name, part in splits.items()),
            "function": function,
        },
    )
    if code is not None:
        written += code.copy(folder / "scoring")
        notes += code.notes
    if package is not None:
        written += package.copy(folder)
    for name, part in splits.items():
        target = folder / "tasks" / f"{name}.jsonl"
        target.parent.mkdir(exist_ok=True)
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in part]
        target.write_text("".join(lines), "utf-8")
        written.append(target)
    if rights and not measured["reference"]:
        target = folder / "right_answers.json"
        target.write_text(json.dumps(rights, ensure_ascii=False, indent=1) + "\n", "utf-8")
        written.append(target)
    return sorted(written), notes


def server_address(spec: str) -> str:
    """The address in `nemo+http://HOST:PORT`.

    Raises:
        WrapProblem: it is no address, or holds a password.
    """
    address = spec.partition("+")[2].rstrip("/")
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", address):
        raise WrapProblem(f"{spec}: write nemo+http://HOST:PORT")
    if "@" in address:
        raise WrapProblem("an address with a password would be written to files: use --header")
    return address


def _measure(
    spec: str,
    tasks: Path | None,
    args: Mapping[str, Any],
    proof: Path | None,
    headers: Mapping[str, str] | None,
) -> dict[str, Any]:
    """What `conformance.measure_scorer.measure` returns, from a process of its own."""
    missing = missing_extras("hallmark wrap of a scorer", "openenv", "conformance")
    if missing:
        raise WrapProblem(missing)
    request = {
        "spec": spec,
        "tasks": str(tasks or ""),
        "args": dict(args),
        "proof": str(proof or ""),
        "headers": dict(headers or {}),
    }
    try:
        measured: dict[str, Any] = run_program(_MEASURE, [], _MEASURE_SECONDS, request)
    except ProgramFailed as failure:
        raise WrapProblem(f"{spec} could not be measured: {failure}") from None
    if "problem" in measured:
        raise WrapProblem(f"{spec}: {measured['problem']}")
    return measured


def split_rows(
    tasks: Sequence[dict[str, Any]], *, prompt: str, split: str, notes: list[str]
) -> dict[str, list[dict[str, Any]]]:
    """The rows of each split: as they name it, else a quarter of the prompts is held out.

    Args:
        tasks: all rows; of equal ones the first is kept.
        prompt, split: names of fields; `split` is empty if the rows name none.
        notes: gets a sentence about equal rows.

    Raises:
        WrapProblem: no row is of the split `train`, or a split cannot name a file.
    """
    rows = {json.dumps(row, sort_keys=True): row for row in tasks}
    if len(rows) < len(tasks):
        notes.append(f"{len(tasks) - len(rows)} tasks stand twice: each is kept once")
    splits: dict[str, list[dict[str, Any]]] = {"train": []}
    if split:
        for row in rows.values():
            splits.setdefault(str(row.get(split, "train")), []).append(row)
        if not splits["train"]:
            named = ", ".join(sorted(set(splits) - {"train"}))
            raise WrapProblem(f"the tasks name the splits {named}, but none is 'train'")
        for name in splits:
            if not re.fullmatch(r"\w[\w.-]*", name):
                raise WrapProblem(f"the split {name!r} cannot name a file")
        return splits
    prompts = list(dict.fromkeys(prompt_text(field_at(row, prompt)) for row in rows.values()))
    if len(prompts) < 2:
        return {"train": list(rows.values())}
    _, held_out = hold_out(prompts, max(1, len(prompts) // _HELD_OUT), seed=0)
    splits["test"] = []
    for row in rows.values():
        splits["test" if prompt_text(field_at(row, prompt)) in held_out else "train"].append(row)
    return splits


def _right_answers(
    measured: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], notes: list[str]
) -> dict[str, str]:
    """The right answer by prompt; empty unless every task has one."""
    rights: dict[str, str] = {}
    for number, (row, text) in enumerate(zip(measured["tasks"], measured["right"], strict=True), 1):
        if text is None:
            if any(item is not None for item in measured["right"]):
                notes.append(f"task {number} has no right answer: the proof has no oracle")
            return {}
        if rights.setdefault(prompt_text(field_at(row, measured["prompt"])), text) != text:
            notes.append(
                f"task {number} asks what an earlier one asks and has another right answer: the "
                "oracle cannot solve both"
            )
    return rights


def _columns(measured: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The reward columns: the whole score, or each part of the sum, has a weight."""
    from hallmark_rl.sdk.environment.rewards import Reward  # OpenEnv, which may be missing

    columns: list[dict[str, Any]] = []
    for key, (low, high) in measured["columns"].items():
        is_whole = key == measured["whole"]
        weight = is_whole or measured["whole"] is None
        name = re.sub(r"\W", "_", key).strip("_")
        if is_whole or not name:
            name = "scored"
        elif hasattr(Reward, name) or not name.isidentifier() or name[0] == "_":
            name = f"column_{name}"
        while any(column["name"] == name for column in columns):
            name += "_2"
        kind = "outcome" if is_whole else "process"
        if measured["whole"] is None:
            kind = "cost" if high <= 0 else "outcome"
        elif low == high or not weight:
            high = max(high, low + 1.0)
        columns.append(
            {"key": key, "name": name, "kind": kind, "weight": weight}
            | {"low": min(low, high - 1.0) if low == high else low, "high": high}
        )
    if not any(column["kind"] == "outcome" for column in columns):
        columns[0]["kind"] = "outcome"
    return columns


def _step_range(columns: Sequence[Mapping[str, Any]]) -> list[float]:
    paid = [column for column in columns if column["weight"]]
    low = sum(min(0.0, column["low"]) for column in paid)
    return [low, sum(max(0.0, column["high"]) for column in paid)]


def _capabilities(measured: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return ["single_task"] * (len(rows) == 1) + ["stochastic"] * (not measured["deterministic"])


def _system(measured: Mapping[str, Any]) -> str:
    if measured["form"] == "{answer}" or not measured["reference"]:
        return "Answer the question."
    shown = measured["form"].replace("{answer}", "ANSWER")
    return f"Answer the question. Write your answer in place of ANSWER:\n{shown}"


def _scorer_values(
    measured: Mapping[str, Any], kind: str, code: OwnFiles | None, package: TaskPackage | None
) -> dict[str, Any]:
    """What the templates of the package `scoring` name."""
    module = ""
    if code is not None:
        module = f".{code.module}" if code.files else code.module
    packages = {str(Path(name).parent).replace("/", ".") for name in code.files} if code else set()
    inner = sorted(f"scoring.{name}" for name in packages if name != ".")
    source = code or package
    call = measured["call"].replace("{answer}", "answer").replace("{index}", 'task["index"]')
    script = "\n\n".join(measured["script"])
    if "def score(" in script:  # verifiers: its function and that of this package have one name
        script, call = script.replace("\ndef score(", "\n\n\ndef _score("), f"_{call}"
    if kind in SERVERS:
        script = ""
    return {
        "module": module,
        "is_trl": kind == "trl",
        "packages": FOLDER if package is not None and package.place is not None else "",
        "script": script,
        "call": call,
        "folders": ["scoring", *inner],
        **({"extra": EXTRA} if package else {}),
        "requirements": source.requirements if source else requirements_of([kind]),
    }
