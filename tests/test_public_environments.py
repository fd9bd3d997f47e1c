"""The census of public environments: its chart, tables and precision are those of its data."""

from __future__ import annotations

import csv
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "public-environments.md"
SCRIPT = ROOT / "benchmarks" / "public_environments.py"


@pytest.fixture(scope="module")
def drawing() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_the_chart_is_drawn_from_the_data(drawing: dict[str, Any]) -> None:
    assert drawing["CHART"].read_text("utf-8") == drawing["chart"](drawing["read"]())


def test_the_tables_are_those_of_the_data(drawing: dict[str, Any]) -> None:
    text = DOCUMENT.read_text("utf-8")
    for table in drawing["tables"](drawing["read"]()).split("\n\n"):
        assert table in text


def test_each_environment_is_listed_once(drawing: dict[str, Any]) -> None:
    rows = drawing["read"]()
    names = [row["repository"] for row in rows]
    assert len(names) == len(set(names))
    for row in rows:
        answers = {row[column] for column in drawing["FAULTS"]}
        proved = row["result"] == "proved"
        assert answers <= ({"yes", "no", "unproved"} if proved else {""})
        assert proved == (not row["reason"])


def test_the_precision_is_that_of_the_samples() -> None:
    with DOCUMENT.with_name("public-environments-sample.csv").open(encoding="utf-8") as file:
        rows = [(row["sample"], row["decision"]) for row in csv.DictReader(file)]
    assert {decision for _, decision in rows} <= {"real", "false", "unclear"}
    first = Counter(decision for sample, decision in rows if sample == "first")
    later = Counter(decision for sample, decision in rows if sample != "first")
    text = " ".join(DOCUMENT.read_text("utf-8").split())
    assert f"**{first['real']} of {first.total()} are real, {first['false']} are false" in text
    assert f"findings {later.total()} were drawn in the same way: {later['real']} are real" in text
