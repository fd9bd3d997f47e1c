"""Answers that are made from the parts of a right one."""

from __future__ import annotations

import json

import pytest

from hallmark_rl.conformance.scorers.answer_parts import (
    apart,
    changed_number,
    more_marks,
    numbers_in,
    other_words,
    stuffed_fields,
)
from hallmark_rl.conformance.scorers.reference_answers import Reference
from hallmark_rl.conformance.scorers.wrong_values import (
    equivalent_forms,
    exchanged_numbers,
    without_condition,
)


def text(core: str) -> Reference:
    return Reference(core, "{answer}", "text")


def test_each_number_is_changed_by_more_than_a_tolerance() -> None:
    core = "2024-03-02"
    places = numbers_in(text(core))
    assert [core[start:end] for start, end in places] == ["2024", "03", "02"]
    days = changed_number(core, *places[2])
    assert {"2024-03-01", "2024-03-03", "2024-03-11"} <= set(days)
    assert core not in days
    for changed in changed_number("19.62 m/s", 0, 5):
        assert abs(float(changed.split()[0]) - 19.62) > 0.2 * 19.62


def test_numbers_of_prose_numbers_alone_and_programs_are_left() -> None:
    assert not numbers_in(
        text("It has been so since 1990, and nobody knows why it was built at all")
    )
    assert not numbers_in(Reference("17", "{answer}", "number"))
    assert not numbers_in(Reference("SELECT 1 + 1", "{answer}", "sql"))


@pytest.mark.parametrize(
    ("core", "other", "expected"),
    [
        ("60 km", "500 s", "60 s"),
        ("5 m", "7 metres", None),  # they may mean the same
        ("60 km", "9 km", None),
        ("60", "500 s", None),
        ("Oslo [2]", "Bergen [1][3]", None),
    ],
)
def test_words_are_swapped_where_they_differ(core: str, other: str, expected: str | None) -> None:
    assert other_words(core, other) == expected


def test_parts_have_nothing_in_common() -> None:
    made = {what: both for what, *both in apart(text("red, green, blue"))}
    assert made["one item alone"] == ["red", "blue"]
    assert made["one item many times"] == ["red, red, red", "blue, blue, blue"]
    halves = {what: both for what, *both in apart(text("The dog sleeps under a table"))}
    assert halves["one half alone"] == ["The dog sleeps", "under a table"]
    fields = Reference('{"a": 1, "b": 2, "c": 3}', "{answer}", "json")
    assert [both for _, *both in apart(fields)] == [['{"a": 1}', '{"c": 3}']]
    assert not list(apart(text("Oslo"))) + list(apart(text("red, Red")))


def test_marks_of_the_same_shape_are_added_around_the_right_one() -> None:
    sources = ["[1] It rains. [2] Oslo is the capital. [3] No. In 1990 [a] (4)", "Bergen [4]"]
    assert list(more_marks(text("Oslo [2]"), sources)) == [
        "Oslo [1][2][3][4]",
        "Oslo [1] [2] [3] [4]",
    ]
    assert not list(more_marks(text("Oslo"), sources))
    assert not list(more_marks(text("Oslo [2]"), ["[1] alone"]))


def test_fields_are_stuffed() -> None:
    core = '{"name": "Ada", "born": 1815}'
    for _, answer in stuffed_fields(core):
        data = json.loads(answer)
        assert "Ada" in data["name"]
        assert "1815" in data["born"]
        assert data["name"] != "Ada"
    assert not list(stuffed_fields("[1, 2]"))


def test_latex_and_separators_have_forms_of_their_own() -> None:
    forms = [form for _, form in equivalent_forms(text("\\frac{1}{x}"), "latex")]
    assert forms == ["$\\frac{1}{x}$", "\\dfrac{1}{x}"]
    assert not list(equivalent_forms(text("a quiet harbour"), "latex"))
    number = Reference("2048", "{answer}", "number")
    assert "2,048" not in [form for _, form in equivalent_forms(number, "numeric")]
    assert "2,048" in [form for _, form in equivalent_forms(number, "separators")]


@pytest.mark.parametrize(
    ("core", "expected"),
    [
        ("2001-04-12", "2001-12-04"),
        ("17/05/2024", "05/17/2024"),
        ("at 09:30", "at 30:09"),
        ("(3, -4)", "(-4, 3)"),
        ("3:2", "2:3"),
        ("2001-04-04", ""),
        ("from 1-2 to 3-4", ""),
        ("2 and 3", ""),
        ("v1.2.3.4", "v1.2.4.3"),
    ],
)
def test_numbers_whose_order_matters_are_exchanged(core: str, expected: str) -> None:
    assert exchanged_numbers(core) == expected


@pytest.mark.parametrize(
    ("query", "whole"),
    [
        ("SELECT a FROM t WHERE b > 3 ORDER BY a", "SELECT a FROM t ORDER BY a"),
        ("select a from t where b = 'x' and c = 2;", "select a from t ;"),
        ("SELECT a FROM t", ""),
        ("SELECT a FROM t WHERE b IN (SELECT c FROM u)", ""),
    ],
)
def test_a_condition_is_left_out(query: str, whole: str) -> None:
    assert without_condition(query) == whole
