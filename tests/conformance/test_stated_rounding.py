"""Where halves are to be rounded up, the code does not call round()."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_rounding import stated_rounding
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject


def check(folder: Path, text: str, code: str) -> None:
    (folder / "README.md").write_text(f"# Marks\n\nGive the mean. {text}\n")
    (folder / "marks.py").write_text(f"def mean(total, count):\n    return {code}\n")
    (folder / "proof.py").write_text("def oracle(env, seen):\n    return round(seen.total / 2)\n")
    subject = Subject("x", "x", root=folder)
    stated_rounding(CheckContext(subject, Survey(schema={}), PROFILES["default"]))


TEXTS = (
    "It is rounded half up.",
    "Half a cent is always rounded up.",
    "Halves are rounded up.",
    "Round half up, please.",
)


@pytest.mark.parametrize("text", TEXTS)
def test_round_is_reported_where_a_text_says_half_up(text: str, tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"marks.py:2 calls round\(total / count\)"):
        check(tmp_path, text, "round(total / count)")


@pytest.mark.parametrize(
    "code",
    [
        "(2 * total + count) // (2 * count)",
        "int(total / count + 0.5)",
        "Decimal(total).quantize(Decimal(1), rounding=ROUND_HALF_UP)",
        "round(rng.gauss(total, count))",
        "Decimal(total).quantize(Decimal(1), ROUND_HALF_UP)",
        "total / count",
    ],
)
def test_other_ways_to_round_are_not(code: str, tmp_path: Path) -> None:
    check(tmp_path, TEXTS[0], code)


@pytest.mark.parametrize("text", ["", "Round to the nearest integer.", "Half of them go up."])
def test_without_such_a_text_nothing_is_said(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotApplicable):
        check(tmp_path, text, "round(total / count)")


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("Decimal(total).quantize(Decimal(1))", r"quantize\(Decimal\(1\)\)"),
        ("round(total / count) + draw.randint(0, ceil(count))", r"round\("),
    ],
)
def test_other_calls_to_the_even_side_are_reported(code: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=rf"marks.py:2 calls .*{named}"):
        check(tmp_path, TEXTS[0], code)


@pytest.mark.parametrize(
    "text",
    [
        "It is rounded **up** to full euros.",
        "Round the share up, to cents.",
        "Parking costs 2 coins for each begun hour.",
        "Each tank that is begun costs 2 coins.",
    ],
)
@pytest.mark.parametrize("code", ["total // count", "int(total / count)"])
def test_a_division_alone_is_reported_where_a_text_says_up(
    text: str, code: str, tmp_path: Path
) -> None:
    with pytest.raises(PropertyViolated, match="rounds down, and nothing rounds up"):
        check(tmp_path, text, code)


@pytest.mark.parametrize(
    "code",
    [
        "-(-total // count)",
        "-total // count * -1",
        "(total + count - 1) // count",
        "total // count + (total > 0)",
        "total // count + bool(total % count)",
        "math.ceil(total / count)",
        "int(total / count + 0.5)",
        "total / count",
    ],
)
def test_ways_to_round_up_are_not(code: str, tmp_path: Path) -> None:
    check(tmp_path, "It is rounded up to full euros.", code)


@pytest.mark.parametrize(
    "text",
    [
        "It is never rounded up.",
        "Is it rounded up?",
        "It is rounded up or down.",
        "Each begun game.",
    ],
)
def test_a_sentence_of_another_rounding_is_not_read(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotApplicable):
        check(tmp_path, text, "total // count")


def test_a_ceiling_of_something_else_rounds_no_halves_up(tmp_path: Path) -> None:
    code = "round(total / count) if total else math.ceil(count)"
    with pytest.raises(PropertyViolated, match=r"calls round\(total / count\)"):
        check(tmp_path, "Grams are rounded, halves up. Pieces are rounded up.", code)
    check(tmp_path, "Grams are rounded, halves up.", code)
