"""Values that are named after different units are not added, compared or assigned."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.mixed_units import mixed_units
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject


def check(folder: Path, line: str) -> None:
    (folder / "clock.py").write_text(f"def late(ride, limit):\n    {line}\n")
    (folder / "proof.py").write_text("late = ride_hours > limit_minutes\n")
    mixed_units(CheckContext(Subject("x", "x", root=folder), Survey(schema={}), PROFILES["quick"]))


@pytest.mark.parametrize(
    "line",
    [
        "return ride.minutes > limit.LIMIT_HOURS",
        "total = 10 + (ride.waited_s + ride.walked_ms)",
        "ride.clock_min += limit.detour_hours",
        "depth = max(ride.keel_cm, limit.LEAST_DM)",
        "price_cents = ride.price_eur",
        "return Ride(length_cm=limit.length_m)",
    ],
)
def test_two_units_in_one_line_are_reported(line: str, tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"clock\.py:2 puts .* together"):
        check(tmp_path, line)


@pytest.mark.parametrize(
    "line",
    [
        "return ride.minutes > 60 * limit.LIMIT_HOURS",
        "return ride.waited_min + limit.detour_minutes",
        "return ride.mass_kg * limit.height_m > ride.least_kg",
        "return ride.hours > limit.mass_kg",
    ],
)
def test_converted_values_are_no_failure(line: str, tmp_path: Path) -> None:
    (tmp_path / "more.py").write_text("def all(a_cm, b_cm):\n    return a_cm + b_cm\n")
    check(tmp_path, line)


@pytest.mark.parametrize(
    "line", ["return ride.hours > WEEK", "return m > s", "return ride.speed - limit.minutes"]
)
def test_other_names_tell_no_units(line: str, tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no line puts"):
        check(tmp_path, line)
