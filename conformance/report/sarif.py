"""SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
from typing import Any

from conformance.catalogue import catalogue
from conformance.report import Report, Row

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
            "help": {"text": entry.mend},
            "properties": {"level": entry.level, "chapter": entry.chapter},
        }
        for entry in catalogue().values()
    ]


def _result(row: Row, report: Report) -> dict[str, Any]:
    text = f"{row.entry.rule} Seen: {row.message}"
    path = report.subject if "://" not in report.subject else "openenv.yaml"
    return {
        "ruleId": row.id,
        "level": _LEVELS[row.verdict],
        "message": {"text": text + (f"\n\n{row.script}" if row.script else "")},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": path}}}],
        "partialFingerprints": {"hallmark/v1": f"{report.name}/{row.id}"},
    }
