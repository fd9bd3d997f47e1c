"""Hours and minutes are not compared each for itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.time_parts import time_parts
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject


def check(folder: Path, line: str) -> None:
    (folder / "desk.py").write_text(f"def late(moment, hour, minute):\n    return {line}\n")
    time_parts(CheckContext(Subject("x", "x", root=folder), Survey(schema={}), PROFILES["quick"]))


@pytest.mark.parametrize(
    "line",
    [
        "moment.hour >= 16 and moment.minute >= 45",
        "moment.hour >= CUT_OFF.hour and moment.minute >= CUT_OFF.minute",
        "moment and hour < 8 and minute < 15",
        "(moment.year <= last.year and moment.month <= last.month)",
    ],
)
def test_parts_that_are_compared_for_themselves_are_reported(line: str, tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"desk\.py:2 compares the (hour|year) and the m"):
        check(tmp_path, line)


@pytest.mark.parametrize(
    "line",
    [
        "hour > 16 or (hour == 16 and minute >= 45)",
        "hour >= 16 and moment.minute >= 45",
        "hour >= 16 and minute < 45",
        "(hour, minute) >= (16, 45) and hour < 20",
    ],
)
def test_other_conditions_are_no_failure(line: str, tmp_path: Path) -> None:
    check(tmp_path, line)


@pytest.mark.parametrize(
    "line", ["hour >= 0 and minute >= 0", "hour < 24 and minute < 60", "0 <= hour < 9 and minute"]
)
def test_a_look_whether_it_is_a_time_at_all_compares_none(line: str, tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no condition compares"):
        check(tmp_path, line)
