"""The log of an audit: one JSON line for each batch of lines that was judged, so that it resumes.

The first line says what was audited, and how: another scorer or option begins a new log. Each batch
has a hash of its lines: where a trace differs from what was judged, the rest of its log is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.traces.episode_audit import EpisodeVerdict


@dataclass(frozen=True)
class JudgedBatch:
    """A batch of lines.

    Attributes:
        number: which one, from 0.
        digest: hash of its lines.
        verdicts: the verdicts on its episodes.
        problems: line and problem of each line that is no episode.
    """

    number: int
    digest: str = ""
    verdicts: list[EpisodeVerdict] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)


class VerdictLog:
    """The log of the audit of one file.

    Args:
        path: the log's own file.
        trace: the file that is audited.
        how: what decides the verdicts besides the trace, as plain data.
    """

    def __init__(self, path: Path, trace: Path, how: Mapping[str, Any]) -> None:
        self._path = path
        header = json.dumps({"trace": str(trace.resolve()), "how": dict(how)}) + "\n"
        known = _batches_of(path, header.encode()) if path.is_file() else None
        if known is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(header, encoding="utf-8")
        self._known = known or []
        self._start = len(header.encode())
        self._truncate()

    def holds(self, number: int, digest: str) -> bool:
        """Whether a batch is judged; if it has other lines now, it and all later ones are not."""
        if number < len(self._known) and self._known[number][0] == digest:
            return True
        self.cut(number)
        return False

    def cut(self, count: int) -> None:
        """Drop all batches of a former run after the first `count`."""
        if count < len(self._known):
            del self._known[count:]
            self._truncate()

    def _truncate(self) -> None:
        os.truncate(self._path, self._known[-1][1] if self._known else self._start)

    def append(self, batch: JudgedBatch) -> None:
        """Write a batch at the end."""
        row = {
            "batch": batch.number,
            "digest": batch.digest,
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
                    row["digest"],
                    [EpisodeVerdict(**item) for item in row["verdicts"]],
                    [(number, text) for number, text in row["problems"]],
                )


def _batches_of(path: Path, header: bytes) -> list[tuple[str, int]] | None:
    """Hash and last byte of each batch of a log; None if it is of another audit."""
    batches: list[tuple[str, int]] = []
    with path.open("rb") as file:
        if file.readline() != header:
            return None
        end = len(header)
        for line in file:
            end += len(line)
            try:
                row = json.loads(line)
                if row["batch"] != len(batches) or not line.endswith(b"\n"):
                    break
                batches.append((str(row["digest"]), end))
            except (ValueError, KeyError, TypeError):
                break
    return batches
