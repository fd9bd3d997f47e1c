"""Which levels, splits and modes a report claims."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.reporting import Report, Row, badge
from hallmark_rl.conformance.reporting.proved_variants import proved_variants

LEVELS = [["level", {"level": level}] for level in (1, 2, 3)]
TEST = ["split", {"split": "test"}]
HARD = ["mode", {"hard": True}]


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ([("pass", {"variants": LEVELS})], "levels 1-3"),
        ([("pass", {"variants": LEVELS}), ("pass", {"variants": LEVELS[:1]})], "level 1"),
        ([("pass", {"variants": LEVELS}), ("pass", {})], "levels 1-3"),
        ([("pass", {})], ""),
        ([("pass", {"variants": LEVELS}), ("should", {})], "levels 1-3"),
        ([("pass", {"variants": LEVELS}), ("excluded", {})], "levels 1-3"),
        ([("pass", {"variants": LEVELS}), ("unproved", {"variants": LEVELS})], ""),
        ([("pass", {"variants": LEVELS}), ("broken", {})], ""),
        ([("pass", {"variants": [TEST, HARD]})], "split test; hard=True"),
        (
            [("pass", {"variants": [TEST], "tasks": [8, 500]}), ("pass", {"variants": [TEST]})],
            "split test; 8 of 500 tasks",
        ),
        ([], ""),
    ],
)
def test_only_what_every_property_played_is_claimed(
    played: list[tuple[str, dict[str, Any]]], expected: str
) -> None:
    assert proved_variants(played) == expected


def test_badge_and_headline_name_the_levels() -> None:
    figures = {"variants": LEVELS, "tasks": [8, 500]}
    row = Row("variants.reset", "pass", figures=figures, verdict="pass")
    report = Report("envs/wordle", "wordle", "default", 0, 1.0, [row])
    assert "1 hold · levels 1-3<" in badge.render(report)
    assert report.to_dict()["variants"] == "levels 1-3; 8 of 500 tasks"
    assert report.headline.endswith("that applies, at levels 1-3; 8 of 500 tasks")
