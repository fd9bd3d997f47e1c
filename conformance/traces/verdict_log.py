"""The log of an audit: one JSON line for each batch of lines that was judged, so that it resumes.

The first line says what was audited, and how. Another trace, scorer or option begins a new log.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.traces.episode_audit import EpisodeVerdict

BATCH_LINES = 64
"""Lines of a trace that are judged together: line n belongs to batch (n - 1) // 64."""
_HEAD = 1 << 16


@dataclass(frozen=True)
class JudgedBatch:
    """A batch of lines.

    Attributes:
        number: which one, from 0.
        verdicts: the verdicts on its episodes.
        problems: line and problem of each line that is no episode.
        is_whole: whether the file had more lines after it.
    """

    number: int
    verdicts: list[EpisodeVerdict] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    is_whole: bool = True


class VerdictLog:
    """The log of the audit of one file.

    Args:
        path: the log's own file.
        trace: the file that is audited.
        how: what decides the verdicts besides the trace, as plain data.

    Attributes:
        done: how many batches are judged and whole.
    """

    def __init__(self, path: Path, trace: Path, how: Mapping[str, Any]) -> None:
        self._path = path
        with trace.open("rb") as file:
            start = file.read(_HEAD)
        header: dict[str, Any] = {"trace": str(trace.resolve()), "how": dict(how)}
        end = 0
        self.done = 0
        if path.is_file() and _is_same(path, header, start):
            self.done, end = _whole_batches(path)
        if not end:
            path.parent.mkdir(parents=True, exist_ok=True)
            header |= {"bytes": len(start), "hash": hashlib.sha256(start).hexdigest()}
            path.write_text(json.dumps(header) + "\n", encoding="utf-8")
        else:
            os.truncate(path, end)

    def append(self, batch: JudgedBatch) -> None:
        """Write a batch at the end."""
        row = {
            "batch": batch.number,
            "whole": batch.is_whole,
            "verdicts": [verdict.to_dict() for verdict in batch.verdicts],
            "problems": batch.problems,
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def read(self) -> Iterator[JudgedBatch]:
        """All batches, in order."""
        with self._path.open(encoding="utf-8") as file:
            next(file)
            for line in file:
                row = json.loads(line)
                yield JudgedBatch(
                    row["batch"],
                    [EpisodeVerdict(**item) for item in row["verdicts"]],
                    [(number, text) for number, text in row["problems"]],
                    row["whole"],
                )


def _is_same(path: Path, header: Mapping[str, Any], start: bytes) -> bool:
    """Whether a log is of this audit, and the trace still begins as it did."""
    try:
        with path.open(encoding="utf-8") as file:
            former = json.loads(file.readline())
        known = start[: former["bytes"]]
        return (
            bool({name: former[name] for name in header} == json.loads(json.dumps(header)))
            and len(known) == former["bytes"]
            and hashlib.sha256(known).hexdigest() == former["hash"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _whole_batches(path: Path) -> tuple[int, int]:
    """How many batches of a log are whole, and the byte at which the last of them ends."""
    with path.open("rb") as file:
        end = len(file.readline())
        done = 0
        for line in file:
            try:
                batch = json.loads(line)
                if batch["batch"] != done or not batch["whole"] or not line.endswith(b"\n"):
                    break
            except (ValueError, KeyError, TypeError):
                break
            done, end = done + 1, end + len(line)
    return done, end
