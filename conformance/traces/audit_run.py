"""Audit trace files: judge what is not in the log yet, then add everything up."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.traces.audit_summary import AuditSummary, summarise
from hallmark_rl.conformance.traces.episode_audit import EpisodeAuditor
from hallmark_rl.conformance.traces.trace_files import TraceRecord, read_records
from hallmark_rl.conformance.traces.trace_formats import BadRecord, FieldNames, episodes_of
from hallmark_rl.conformance.traces.verdict_log import BATCH_LINES, JudgedBatch, VerdictLog


def audit_files(
    paths: Sequence[Path],
    auditor: EpisodeAuditor,
    names: FieldNames,
    folder: Path,
    how: Mapping[str, Any],
    progress: Callable[[Path, int], None] = lambda path, line: None,
) -> AuditSummary:
    """Audit files, from where a former run of the same audit ended.

    Args:
        paths: the traces.
        auditor: judges episodes.
        names: fields that the user names.
        folder: where the logs are written.
        how: what decides the verdicts besides the traces, as plain data.
        progress: called after each batch with the file and its last line.

    Raises:
        TraceFileError: a file cannot be read.
        OSError: a log cannot be written.
    """
    logs = []
    for path in paths:
        log = VerdictLog(folder / _log_name(path), path, how)
        for batch in _judged(path, log.done, auditor, names):
            log.append(batch)
            progress(path, (batch.number + 1) * BATCH_LINES)
        logs.append((str(path), log))
    return summarise(((file, log.read()) for file, log in logs), auditor.rules.seed)


def _judged(
    path: Path, done: int, auditor: EpisodeAuditor, names: FieldNames
) -> Iterator[JudgedBatch]:
    """The batches of a file after the first `done`."""
    number, records = done, list[TraceRecord]()
    for record in read_records(path, after=done * BATCH_LINES):
        while (record.line - 1) // BATCH_LINES > number:
            yield _judge(number, records, auditor, names, is_whole=True)
            number, records = number + 1, []
        records.append(record)
    if records:
        yield _judge(number, records, auditor, names, is_whole=False)


def _judge(
    number: int,
    records: Sequence[TraceRecord],
    auditor: EpisodeAuditor,
    names: FieldNames,
    *,
    is_whole: bool,
) -> JudgedBatch:
    batch, problems = [], []
    for record in records:
        problem = record.problem
        if not problem:
            try:
                episodes = episodes_of(record.value, names)
                batch += [(record.line, place, item) for place, item in enumerate(episodes)]
            except BadRecord as error:
                problem = str(error)
        elif record.is_unfinished:
            problem += " (it is the last line and has no end: the file may still be written)"
        if problem:
            problems.append((record.line, problem))
    return JudgedBatch(number, auditor.judge(batch), problems, is_whole)


def _log_name(path: Path) -> str:
    """The name of a file's log: readable, and different for files of the same name."""
    whole = hashlib.sha256(str(path.resolve()).encode("utf-8", "replace")).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9.-]+', '-', path.name)[:60]}-{whole}.verdicts"
