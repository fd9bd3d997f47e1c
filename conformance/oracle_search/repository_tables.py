"""Records of tasks in the files of an environment's folder: JSON, CSV, literals of Python.

Files are read, never executed. A record is a flat dict, such as one task with its answer.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.actions.python_trees import literal

_SKIPPED = {
    ".git", ".venv", "venv", "node_modules", "__pycache__", ".hallmark", ".tox", "dist", "build",
    "site-packages", ".mypy_cache", ".pytest_cache", ".hypothesis",
}  # fmt: skip
_MOST_FILES = 200
_LARGEST = 2_000_000
_MOST_RECORDS = 5000
_DISTINCTIVE = 8
"""Characters of a text that identifies its record when an observation shows it."""


@dataclass(frozen=True)
class Record:
    """One record: the file that holds it (relative to the folder) and its values by name."""

    file: str
    values: dict[str, Any]


def read_records(folder: Path | None) -> list[Record]:
    """The records in the files of a folder, at most 5000; none without a folder.

    A file that cannot be read or parsed is left out; `proof.py` is never read.
    """
    records: list[Record] = []
    for path in _files(folder) if folder is not None else ():
        try:
            text = path.read_text(encoding="utf-8")
            made = list(_READERS[path.suffix](text))
        except (OSError, ValueError, SyntaxError, RecursionError, MemoryError, csv.Error):
            continue
        name = str(path.relative_to(folder or path))
        records += [Record(name, values) for values in made if len(values) > 1]
        if len(records) >= _MOST_RECORDS:
            break
    return records[:_MOST_RECORDS]


def matching_values(records: list[Record], shown: str) -> dict[str, Any]:
    """Values of the records that a text shows a distinctive value of, by `file:name`.

    Of several records of one file the one with the longest shown value counts.
    """
    best: dict[str, tuple[int, Record, str]] = {}
    for record in records:
        for name, value in record.values.items():
            if not isinstance(value, str) or len(value) < _DISTINCTIVE or value not in shown:
                continue
            if len(value) > best.get(record.file, (0,))[0]:
                best[record.file] = (len(value), record, name)
    return {
        f"{record.file}:{name}": value
        for _, record, key in best.values()
        for name, value in record.values.items()
        if name != key
    }


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        for name in sorted(names):
            path = Path(place) / name
            is_data = path.suffix in _READERS and name not in ("proof.py", "package-lock.json")
            if is_data and path.is_file() and path.stat().st_size <= _LARGEST:
                found.append(path)
    return found[:_MOST_FILES]


def _of_json(text: str) -> Iterator[dict[str, Any]]:
    yield from _dicts(json.loads(text))


def _of_json_lines(text: str) -> Iterator[dict[str, Any]]:
    for line in text.splitlines()[:_MOST_RECORDS]:
        if line.strip():
            yield from _dicts(json.loads(line))


def _of_csv(text: str) -> Iterator[dict[str, Any]]:
    for number, row in enumerate(csv.DictReader(io.StringIO(text))):
        if number >= _MOST_RECORDS:
            return
        yield {str(key): value for key, value in row.items() if isinstance(value, str)}


def _of_python(text: str) -> Iterator[dict[str, Any]]:
    """Dict literals, rows of literal tuples, and the constant arguments of calls."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            values = {word.arg: literal(word.value) for word in node.keywords if word.arg}
            values |= {f"[{index}]": literal(part) for index, part in enumerate(node.args)}
            yield {key: value for key, value in values.items() if value is not None}
        elif isinstance(node, ast.Dict):
            value = literal(node)
            yield from _dicts(value) if isinstance(value, dict) else ()
            pairs = value.items() if isinstance(value, dict) else ()
            yield from ({"[key]": key, "[value]": item} for key, item in pairs)
        elif isinstance(node, ast.Tuple | ast.List):
            row = literal(node)
            if isinstance(row, tuple | list) and 2 <= len(row) <= 12:
                yield {f"[{index}]": item for index, item in enumerate(row)}


_READERS = {".json": _of_json, ".jsonl": _of_json_lines, ".csv": _of_csv, ".py": _of_python}


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    """Every dict in a value of dicts and lists, with its values that are no dicts."""
    if isinstance(value, dict):
        yield {str(key): item for key, item in value.items() if not isinstance(item, dict)}
        for item in value.values():
            yield from _dicts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _dicts(item)
