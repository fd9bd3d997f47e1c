"""Audit trace files: judge what is not in the log yet, then add everything up."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.traces.audit_summary import AuditSummary, summarise
from hallmark_rl.conformance.traces.episode_audit import EpisodeAuditor
from hallmark_rl.conformance.traces.record_values import BadRecord
from hallmark_rl.conformance.traces.trace_files import BATCH_LINES, TraceBatch, read_batches
from hallmark_rl.conformance.traces.trace_formats import FieldNames, episodes_of
from hallmark_rl.conformance.traces.verdict_log import JudgedBatch, VerdictLog


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
        log, count = VerdictLog(folder / _log_name(path), path, how), 0
        for batch in read_batches(path):
            count += 1
            if not log.holds(batch.number, batch.digest):
                log.append(_judge(batch, auditor, names))
                progress(path, count * BATCH_LINES)
        log.cut(count)
        logs.append((str(path), log))
    return summarise(((file, log.read()) for file, log in logs), auditor.rules.seed)


def _judge(batch: TraceBatch, auditor: EpisodeAuditor, names: FieldNames) -> JudgedBatch:
    found, problems = [], []
    for record in batch.records:
        try:
            episodes = episodes_of(record.value(), names)
            found += [(record.line, place, item) for place, item in enumerate(episodes)]
        except BadRecord as error:
            problems.append((record.line, str(error)))
    return JudgedBatch(batch.number, batch.digest, auditor.judge(found), problems)


def _log_name(path: Path) -> str:
    """The name of a file's log: readable, and different for files of the same name."""
    whole = hashlib.sha256(str(path.resolve()).encode("utf-8", "replace")).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9.-]+', '-', path.name)[:60]}-{whole}.verdicts"
