"""The results as OpenEnv's own validation report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv.validation.report")
from openenv.validation import load_policy
from openenv.validation.report import ValidationReportV2
from openenv.validation.types import Lane

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.reporting.openenv_report import NoOpenEnvReport, openenv_report
from hallmark_rl.sdk.new import create


@pytest.fixture
def env(tmp_path: Path) -> Path:
    create("puzzle_env", tmp_path)
    return tmp_path / "puzzle_env"


def rows(**verdicts: str) -> list[dict[str, Any]]:
    """Every property holds, but for those that are named with `__` for the dot."""
    other = {name.replace("__", "."): verdict for name, verdict in verdicts.items()}
    return [
        {"id": name, "verdict": other.get(name, "pass"), "message": "what was seen", "seconds": 0.5}
        for name in catalogue()
    ]


def test_all_local_checks_are_answered_by_the_installed_schema(env: Path) -> None:
    text = openenv_report(env, rows())
    report = ValidationReportV2.model_validate_json(text)
    local = load_policy("v2").entries_for_lane(Lane.LOCAL)
    assert {result.check_id for result in report.results} == set(local)
    passed = {result.check_id for result in report.results if result.status == "pass"}
    assert passed == set(local) & set(catalogue())
    assert len(passed) >= 20
    for result in report.results:
        assert result.evidence
    assert report.verdict == "warn"  # what nobody checks is skipped, and never a pass
    assert report.manifest is not None


@pytest.mark.parametrize(
    ("verdict", "status"),
    [("broken", "fail"), ("waived", "fail"), ("error", "error"), ("unproved", "skip"),
     ("excluded", "skip"), ("flaky", "skip")],
)  # fmt: skip
def test_what_does_not_hold_does_not_pass(verdict: str, status: str, env: Path) -> None:
    report = json.loads(openenv_report(env, rows(runtime__seed_control=verdict)))
    (result,) = [r for r in report["results"] if r["check_id"] == "runtime.seed_control"]
    assert result["status"] == status
    assert result["evidence"] == [f"hallmark: {verdict}: what was seen"]
    assert report["verdict"] == ("fail" if status in ("fail", "error") else "warn")


def test_a_folder_that_openenv_does_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoOpenEnvReport, match="does not accept"):
        openenv_report(tmp_path, rows())
