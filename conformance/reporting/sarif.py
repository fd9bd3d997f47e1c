"""SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.reporting import Report, Row

_LEVELS = {"broken": "error", "error": "error", "unproved": "warning", "should": "warning"}


def render(report: Report) -> str:
    """The findings as SARIF text."""
    found = [row for row in report.rows if row.verdict in _LEVELS]
    document = {
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [
            {
                "tool": {"driver": {"name": "hallmark-conformance", "rules": _rules()}},
                "results": [_result(row, report) for row in found],
            }
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _rules() -> list[dict[str, Any]]:
    return [
        {
            "id": entry.id,
            "shortDescription": {"text": entry.rule},
            "fullDescription": {"text": entry.why},
            "help": {"text": entry.fix},
            "properties": {"level": entry.level, "chapter": entry.chapter},
        }
        for entry in catalogue().values()
    ]


def _result(row: Row, report: Report) -> dict[str, Any]:
    text = f"{row.entry.rule} Seen: {row.message}"
    return {
        "ruleId": row.id,
        "level": _LEVELS[row.verdict],
        "message": {"text": text + (f"\n\n{row.script}" if row.script else "")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _file(report.subject)},
                    "region": {"startLine": 1},
                }
            }
        ],
        "partialFingerprints": {"hallmark/v1": f"{report.name}/{row.id}"},
    }


def _file(subject: str) -> str:
    """The file that a finding is shown at, from the working directory if it lies below it."""
    if "://" in subject:
        return "openenv.yaml"
    place, _, name = subject.rpartition(":")
    if name and place.endswith(".py"):
        path = Path(place)
    elif Path(subject).is_dir():
        usual = (Path(subject) / part for part in ("openenv.yaml", "server/app.py"))
        path = next((found for found in usual if found.is_file()), Path(subject))
    else:
        path = Path(f"{place.replace('.', '/')}.py")
    whole = path.resolve()
    return (
        whole.relative_to(Path.cwd()).as_posix()
        if whole.is_relative_to(Path.cwd())
        else (whole.as_uri())
    )
