"""The files of a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from hallmark_rl.conformance.reporting import Report, Row, write_all


def required(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


TEXT = required(text={"type": "string"})
SARIF = required(
    version={"const": "2.1.0"},
    runs={
        "type": "array",
        "minItems": 1,
        "items": required(
            tool=required(
                driver=required(
                    name={"type": "string"},
                    rules={"type": "array", "items": required(id={}, shortDescription=TEXT)},
                )
            ),
            results={
                "type": "array",
                "items": required(
                    ruleId={"type": "string"},
                    level={"enum": ["none", "note", "warning", "error"]},
                    message=TEXT,
                    locations={
                        "type": "array",
                        "items": required(
                            physicalLocation=required(
                                artifactLocation=required(uri={"format": "uri-reference"}),
                                region=required(startLine={"type": "integer", "minimum": 1}),
                            )
                        ),
                    },
                ),
            },
        ),
    },
)
"""What SARIF 2.1.0, and GitHub's code scanning beyond it, want of a report like this."""


def rows() -> list[Row]:
    return [
        Row(
            "reset.seed_zero", "fail", "seed 0 <b>twice</b>", script="print(1)\n", verdict="broken"
        ),
        Row("reset.not_done", "pass", verdict="pass"),
        Row("semantic.oracle_max", "unproved", "write oracle()", verdict="unproved"),
    ]


def test_all_files_are_written_and_escape_messages(tmp_path: Path) -> None:
    report = Report("envs/wordle", "x", "quick", 0, 1.0, rows())
    written = write_all(report, tmp_path)
    data = json.loads(written["report.json"].read_text())
    assert data["proved"] is False
    assert data["counts"]["broken"] == 1
    page = written["report.html"].read_text()
    assert "<b>twice</b>" not in page
    assert "http-equiv" not in page
    assert "src=" not in page
    results = json.loads(written["report.sarif"].read_text())["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == ["reset.seed_zero", "semantic.oracle_max"]
    sarif = json.loads(written["report.sarif"].read_text())
    jsonschema.validate(sarif, SARIF)
    place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "envs/wordle/openenv.yaml"
    assert "1 broken" in written["badge.svg"].read_text()
    assert "reset.seed_zero" in written["report.md"].read_text()


def test_a_fault_comes_first_with_what_follows_from_it() -> None:
    error = "KeyError: 'x'"
    found = [
        Row("reset.seed_zero", "fail", "seed 0 twice", verdict="broken"),
        Row("robustness.exit", "fail", f"step() raises {error}", verdict="broken"),
        Row(
            "contract.no_faults",
            "fail",
            f"step 1: {error} (env.py:3 in step)",
            output="Traceback\n  line 3",
            figures={"fault": error},
            verdict="broken",
        ),
    ]
    report = Report("envs/x", "x", "quick", 0, 1.0, found)
    groups = [[row.id for row in rows] for _, rows in report.grouped("broken")]
    assert groups == [["contract.no_faults", "robustness.exit"], ["reset.seed_zero"]]


def test_the_acceptance_rate_is_a_headline(tmp_path: Path) -> None:
    figures = {"accepted": 3, "played": 48, "distinct": 2, "raised": 0}
    accepted = Row("contract.actions_accepted", "unproved", "few", figures=figures)
    report = Report("envs/x", "x", "quick", 0, 1.0, [*rows(), accepted])
    line = "actions accepted: 3 of 48 (6%), 2 different ones"
    written = write_all(report, tmp_path)
    assert json.loads(written["report.json"].read_text())["acceptance"] == line
    assert line in written["report.html"].read_text()
    assert line in written["report.md"].read_text()
    assert Report("envs/x", "x", "quick", 0, 1.0, rows()).acceptance == ""


def test_an_unproved_should_decides_nothing() -> None:
    only = [
        Row("reset.not_done", "pass", verdict="pass"),
        Row("step.volatile_fields", "unproved", "few accepted", verdict="unproved"),
    ]
    report = Report("envs/x", "x", "quick", 0, 1.0, only)
    assert report.proved
    assert report.count("unproved") == 1
