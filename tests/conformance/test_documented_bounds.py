"""Bounds of the documents lie on the same side in the code."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.documented_bounds import (
    compared_bounds,
    documented_bounds,
    stated_bounds,
)
from hallmark_rl.conformance.survey.survey_data import Survey
from tests.conformance.small_environment import Env, small_context


class Quiet(Env):
    """Its messages state nothing."""


def check(folder: Path, text: str, code: str) -> None:
    (folder / "env.py").write_text(code, encoding="utf-8")
    (folder / "README.md").write_text(text, encoding="utf-8")
    subject = replace(small_context(Quiet, []).subject, root=folder)
    documented_bounds(CheckContext(subject, Survey(), PROFILES["quick"]))


TEXT = "A refund of the fare is paid with 7 days or more to go."


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        (TEXT, "days > 7"),
        (TEXT, "left['days'] <= 7"),
        (TEXT, "7 < trip.days_left"),
        (TEXT, "days > WEEK"),
        ("Seven or more days give a refund.", "len(days) > 7"),
        ("At least seven days are asked for.", "days <= 7"),
        ("With fewer than 7 days there is none.", "days <= 7"),
        ("More than 7 days give a refund.", "days >= 7"),
        ("Nothing is refunded with 7 days or less.", "days < 7"),
    ],
)
def test_a_bound_on_the_other_side_is_reported(text: str, condition: str, tmp_path: Path) -> None:
    code = f"WEEK = 7\n\ndef refunds(days, left, trip):\n    return {condition}\n"
    if text.startswith("Nothing"):  # what is denied says the opposite
        check_passes_or_is_silent(tmp_path, text, code)
        return
    with pytest.raises(PropertyViolated, match="puts 7 days on the other side"):
        check(tmp_path, text, code)


def check_passes_or_is_silent(folder: Path, text: str, code: str) -> None:
    try:
        check(folder, text, code)
    except NotApplicable:
        return


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        (TEXT, "days >= 7"),
        (TEXT, "days < WEEK"),
        (TEXT, "days > 7 or days == 7 or days >= 7"),
        ("More than 7 days give a refund.", "days > 7"),
        ("7 days or more give one, more than 7 days another.", "days > 7"),
    ],
)
def test_a_bound_on_its_side_passes(text: str, condition: str, tmp_path: Path) -> None:
    check(tmp_path, text, f"WEEK = 7\n\ndef refunds(days):\n    return {condition}\n")


@pytest.mark.parametrize(
    "code",
    [
        "def refunds(hours):\n    return hours > 7\n",
        "def refunds(days):\n    return days > 8\n",
        "def refunds(self):\n    self.days += 1\n    return self.days > 7\n",
    ],
)
def test_other_units_numbers_and_counts_are_not_compared(code: str, tmp_path: Path) -> None:
    with pytest.raises(NotApplicable):
        check(tmp_path, TEXT, code)


def test_at_most_says_nothing_of_the_side() -> None:
    assert not list(stated_bounds(["A basket holds at most 5 pears.", "Not more than 5 pears."]))
    tree = ast.parse("def f(pears):\n    return pears >= 5\n")
    assert [bound.side for bound in compared_bounds([("env.py", tree)])] == ["lower"]
