"""Read the records of trace files one after another: JSON lines, also gzipped, and Parquet."""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from hallmark_rl.conformance.traces.trace_formats import BadRecord, parse_record

ENDINGS = (".jsonl", ".jsonl.gz", ".parquet")
LONGEST_LINE = 64 << 20
"""Bytes of a line; what is longer is no record."""
_BATCH_ROWS = 256


class TraceFileError(ValueError):
    """A trace cannot be read at all; the text is one line that says why."""


@dataclass(frozen=True)
class TraceRecord:
    """A line of a file, or a row.

    Attributes:
        line: its number, from 1.
        value: the JSON value; None if there is a problem.
        problem: why it is no JSON value, as a clause; empty if it is one.
        is_unfinished: whether the file may still be written at this line, its last.
    """

    line: int
    value: Any = None
    problem: str = ""
    is_unfinished: bool = False


def trace_paths(places: list[Path]) -> list[Path]:
    """The files of places: files, or folders that hold them.

    Raises:
        TraceFileError: a place does not exist, or a folder holds no trace.
    """
    paths: list[Path] = []
    for place in places:
        if place.is_file():
            paths.append(place)
        elif place.is_dir():
            inside = sorted(path for path in place.iterdir() if path.name.endswith(ENDINGS))
            if not inside:
                raise TraceFileError(f"{place} holds no file that ends with {', '.join(ENDINGS)}")
            paths += inside
        else:
            raise TraceFileError(f"there is no {place}")
    return list(dict.fromkeys(paths))


def read_records(path: Path, after: int = 0) -> Iterator[TraceRecord]:
    """The records of a file after a number of lines. Blank lines count, but are left out.

    Raises:
        TraceFileError: the file cannot be read, or a package is missing for that.
    """
    try:
        if path.suffix == ".parquet":
            yield from _rows(path, after)
        else:
            opened: Any = gzip.open if path.suffix == ".gz" else open
            with opened(path, "rb") as file:
                yield from _lines(file, after)
    except (OSError, EOFError) as error:
        raise TraceFileError(f"{path} cannot be read: {error}") from None


def _lines(file: IO[bytes], after: int) -> Iterator[TraceRecord]:
    for number in itertools.count(1):
        line = file.readline(LONGEST_LINE)
        if not line:
            return
        is_long = len(line) >= LONGEST_LINE and not line.endswith(b"\n")
        while len(line) >= LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)
        if number <= after or not line.strip():
            continue
        is_unfinished = not line.endswith(b"\n")
        if is_long:
            problem = f"is longer than {LONGEST_LINE >> 20} MiB"
            yield TraceRecord(number, problem=problem)
            continue
        try:
            yield TraceRecord(number, parse_record(line), is_unfinished=is_unfinished)
        except BadRecord as error:
            yield TraceRecord(number, problem=str(error), is_unfinished=is_unfinished)


def _rows(path: Path, after: int) -> Iterator[TraceRecord]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise TraceFileError(
            f"{path} is a Parquet file, which needs pyarrow: pip install pyarrow"
        ) from None
    try:
        number = 0
        with pyarrow.parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(_BATCH_ROWS):
                for row in batch.to_pylist():
                    number += 1
                    if number > after:
                        yield TraceRecord(number, row)
    except pyarrow.ArrowException as error:
        raise TraceFileError(f"{path} is no Parquet file: {error}") from None
