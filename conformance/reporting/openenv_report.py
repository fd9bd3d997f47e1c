"""The results as OpenEnv's own validation report, so that what reads that understands them.

Schema and severity policy come from the installed OpenEnv. Our properties have its ids where both
check the same; its own static graders run; every other local check is skipped with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_STATUS = {
    "pass": "pass",
    "should": "fail",
    "suspicion": "fail",
    "waived": "fail",
    "broken": "fail",
    "error": "error",
}
"""OpenEnv's status for a verdict; it skips what has no other."""
_LONGEST = 2000


class NoOpenEnvReport(Exception):
    """No such report can be made; the message says why."""


def openenv_report(folder: Path, rows: Iterable[Mapping[str, Any]]) -> str:
    """OpenEnv's report on an environment, as JSON.

    Args:
        folder: the environment's folder.
        rows: the rows of `report.json`: `id`, `verdict`, `message` and `seconds` of each property.

    Raises:
        NoOpenEnvReport: the installed OpenEnv has no such report, or does not accept the folder.
    """
    try:
        from openenv.validation import load_policy, run_validation
        from openenv.validation.policy import apply_policy
        from openenv.validation.report import CheckResult, ValidationReportV2, write_report
        from openenv.validation.types import Lane, Level
    except ImportError as error:
        raise NoOpenEnvReport(f"this OpenEnv writes no validation reports: {error}") from None
    policy = load_policy("v2")
    try:
        static = run_validation(folder, max_level=Level.STATIC, policy=policy)
    except Exception as error:
        raise NoOpenEnvReport(f"OpenEnv does not accept {folder}: {error}") from None
    ours = {row["id"]: row for row in rows}
    theirs = {result.check_id: result for result in static.results}
    results = []
    for check_id in policy.entries_for_lane(Lane.LOCAL):
        fields = _answer(ours[check_id]) if check_id in ours else _skip()
        result = theirs.get(check_id) or CheckResult(check_id=check_id, **fields)
        results.append(result)
    report = ValidationReportV2(
        report_schema_version="2",
        target=str(folder),
        source_digest=static.source_digest,
        signature=static.signature,
        manifest=static.manifest,
        policy_version=policy.policy_version,
        lane=Lane.LOCAL,
        levels_run=[Level.STATIC, Level.RUNTIME, Level.SEMANTIC],
        results=results,
        verdict=apply_policy(results, policy, Lane.LOCAL),
    )
    return str(write_report(report)) + "\n"


def _answer(row: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of OpenEnv's result for one of our rows."""
    verdict = str(row["verdict"])
    message = str(row.get("message") or "")[:_LONGEST]
    text = f"hallmark: {verdict}: {message}" if message else f"hallmark: {verdict}"
    return {
        "status": _STATUS.get(verdict, "skip"),
        "evidence": [text],
        "duration_s": max(0.0, float(row.get("seconds") or 0.0)),
    }


def _skip() -> dict[str, Any]:
    return {
        "status": "skip",
        "evidence": ["neither hallmark nor the installed OpenEnv checks this"],
        "duration_s": 0.0,
    }
