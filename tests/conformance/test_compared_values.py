"""Comparisons of floats that differ by a rounding error, and of types that are never equal."""

from __future__ import annotations

import ast
import enum
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.comparison_watch import ComparisonWatch
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.processes.forking import freeze_objects
from hallmark_rl.conformance.properties.contract.compared_values import (
    comparable_types,
    float_equality,
)
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.sdk.subject.load import load_subject
from tests.conformance.small_environment import Env, small_context

SOUND = Path(__file__).parents[1] / "defects" / "sound"
BY_CENTS = {
    "due = sum(COINS[c] for c in inserted) - price":
        "due = sum(float(c) for c in inserted) - price / 100",
    "sum(COINS[c] for c in coins) == due": "sum(float(c) for c in coins) == due",
    "can_make(due, self._box)": "can_make(round(100 * due), self._box)",
}  # fmt: skip


class Colour(enum.Enum):
    RED = "red"


class Suit(enum.StrEnum):
    HEART = "heart"


def watched(left: Any, right: Any, sign: str = "==") -> ComparisonWatch:
    """A watch under which a function has compared two values; the result is the usual one."""
    name = "hallmark_comparison_of_a_test.py"
    source = f"def compare(left, right):\n    return left {sign} right\n"
    tree, scope = ast.parse(source), {}
    exec(compile(tree, name, "exec"), scope)
    plain = scope["compare"](left, right)
    freeze_objects()  # as in every fork: a frozen function is found all the same
    watch = ComparisonWatch({Path(name): tree})
    with watch:
        assert scope["compare"](left, right) == plain
    return watch


@pytest.mark.parametrize("sign", ["==", "!="])
@pytest.mark.parametrize(
    ("left", "right", "near"),
    [
        (0.1 + 0.2, 0.3, True),
        (3, 0.1 * 3 * 10, True),
        (1, sum([0.1] * 10), True),
        (0.1 + 0.2 - 0.3, 0, True),
        (0.3, 0.3, False),
        (0.3, 0.301, False),
        (float("nan"), float("nan"), False),
        (10**400, 0.5, False),
        ("0.3", 0.3, False),
        (True, 0.9999999999999999, False),
    ],
)
def test_numbers_that_differ_by_a_rounding_error_are_kept(
    left: Any, right: Any, near: bool, sign: str
) -> None:
    assert bool(watched(left, right, sign).nearly) is near


@pytest.mark.parametrize(
    ("left", "right", "sign", "unlike"),
    [
        ("3", 3, "==", True),
        ("3", "4", "==", False),
        ([1], (1,), "!=", True),
        ({1}, [1], "==", True),
        (3, 3.0, "==", False),
        (True, 1, "==", False),
        (None, 3, "==", False),
        (Colour.RED, "red", "==", True),
        (Suit.HEART, "heart", "==", False),
        (1, ["1", "2"], "in", True),
        (1, ["1", 2], "in", False),
        (1, {"1": 2}.keys(), "in", False),
        ("1", {1: "one"}, "not in", True),
        ((0, 1), [[0, 1]], "in", True),
        (1, [], "in", False),
        ("a", "abc", "in", False),
    ],
)
def test_types_that_are_never_equal_are_counted(
    left: Any, right: Any, sign: str, unlike: bool
) -> None:
    watch = watched(left, right, sign)
    assert bool(watch.unlike) is unlike
    assert not (watch.unlike and watch.alike)


def environment(folder: Path, name: str, changes: dict[str, str]) -> CheckContext:
    """The context of a sound environment with texts replaced in its files."""
    shutil.copytree(SOUND / name, folder / name)
    sources = {file: file.read_text() for file in (folder / name).rglob("*.py")}
    for old, new in changes.items():
        assert any(old in source for source in sources.values())
        sources = {file: source.replace(old, new) for file, source in sources.items()}
    for file, source in sources.items():
        file.write_text(source)
    subject = load_subject(str(folder / name))
    profile = replace(PROFILES["default"], budget=20.0)  # also on a busy machine
    return CheckContext(subject, collect_survey(subject, PROFILES["quick"]), profile)


def test_whole_cents_and_equal_types_pass(tmp_path: Path) -> None:
    context = environment(tmp_path, "vending_change", {})
    float_equality(context)
    comparable_types(context)


def test_right_change_that_binary_floats_refuse_is_reported(tmp_path: Path) -> None:
    context = environment(tmp_path, "vending_change", BY_CENTS)
    with pytest.raises(PropertyViolated, match=r"== due` in .*py:\d+ compares 0\.\d+ and") as found:
        float_equality(context)
    assert found.value.episode is not None


def test_a_text_that_is_compared_with_a_number_is_reported(tmp_path: Path) -> None:
    change = {"if int(match[1]) == task.line": "if match[1] == task.line"}
    context = environment(tmp_path, "bug_line", change)
    with pytest.raises(PropertyViolated, match="compared a text with a number in each of"):
        comparable_types(context)


@pytest.mark.parametrize("check", [float_equality, comparable_types])
def test_what_is_never_compared_is_no_pass(check: Any, tmp_path: Path) -> None:
    (tmp_path / "env.py").write_text("def never(a, b):\n    return a == b\n")
    context = small_context(Env)
    subject = replace(context.subject, root=tmp_path)
    context = CheckContext(subject, context.survey, context.profile)
    with pytest.raises(EvidenceMissing, match="no play compared anything, as in `a == b`"):
        check(context)
    (tmp_path / "env.py").write_text("x = 1\n")
    with pytest.raises(NotApplicable, match="no code compares"):
        check(context)
