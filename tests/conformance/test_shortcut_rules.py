"""Rules that find an answer by its place or form alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.shortcut_rules import (
    answer_paths,
    answer_words,
    id_numbers,
    is_linear,
    odd_cells,
    picking_rules,
)

words = st.text("abcdefghij", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("options", "answer", "rule"),
    [
        (["red", "blue", "green"], "red", "the first of options"),
        (["red", "blue", "green"], "Green", "the last of options"),
        (["red", "blue", "greenish"], "greenish", "the longest of options"),
        (["rose", "reds", "oak"], "oak", "the shortest of options"),
        (["ash", "oak ", "elm"], 1, "the only one with space around it of options"),
        (["ash", "oak.", "elm"], 1, "the only one with a full stop of options"),
        (["mail: tax, maps", "tax: no service"], "mail", "the first of options"),
        ([{"id": "a", "text": "x"}, {"id": "b", "text": "yy"}], "b", "the longest of options"),
    ],
)
def test_rules_by_place_and_look_pick_the_answer(
    options: list[Any], answer: Any, rule: str
) -> None:
    assert picking_rules({"options": options}, answer)[rule] == len(options)


def test_an_index_is_not_picked_by_place() -> None:
    assert picking_rules({"options": ["aa", "bb", "cc"]}, 0) == {}


def test_options_that_differ_by_case_only_are_different() -> None:
    options = ["RrHH x RRHh", "RRHH x RrHh", "rrHH x RRHh"]
    assert "the first of options" not in picking_rules({"options": options}, options[1])
    assert "the first of options" in picking_rules({"options": options}, options[0])
    assert "the first of options" in picking_rules({"options": ["Ash", "elm"]}, "ash")


@settings(deadline=None)
@given(st.lists(words, min_size=3, max_size=6, unique=True), st.integers(0, 5))
def test_first_and_last_are_picked_only_at_the_ends(items: list[str], at: int) -> None:
    place = at % len(items)
    rules = picking_rules({"list": items}, items[place])
    assert ("the first of list" in rules) == (place == 0)
    assert ("the last of list" in rules) == (place == len(items) - 1)


def test_a_word_is_counted_from_both_ends() -> None:
    assert answer_words({"q": "What is 345 + 0?"}, "345") == {"word 3 of q", "word -2 of q"}
    assert answer_words({"q": "What is 345 + 0?"}, 345) == {"word 3 of q", "word -2 of q"}
    assert answer_words({"q": "345"}, "345") == set()


def test_an_answer_in_the_message_is_found_at_its_path() -> None:
    message = {"task": {"labels": ["a", "b"]}, "n": 1, "flag": True}
    assert answer_paths(message, ["a", "b"]) == {"task.labels"}
    assert answer_paths(message, 1) == {"n"}
    assert answer_paths(message, "c") == set()


def test_numbers_are_read_from_ids_and_references() -> None:
    message = {"task_ref": 7, "metadata": {"id": "task-0042"}, "count": 3, "seed": None, "idea": 1}
    assert id_numbers(message) == {"task_ref": 7, "metadata.id": 42}
    assert id_numbers({"id": "7b5c01", "uid": True}) == {}


@given(st.lists(st.integers(0, 999), min_size=3, unique=True), st.integers(-9, 9), st.integers())
def test_a_straight_line_other_than_the_identity_is_linear(xs: list[int], a: int, b: int) -> None:
    pairs = [(a * x + b, x) for x in xs]
    assert is_linear(pairs) == (a != 0 and (a, b) != (1, 0))
    assert not is_linear([*pairs, (a * xs[0] + b + 1, xs[0])]) or a == 0


def test_the_one_cell_that_differs_is_found() -> None:
    board = [[-1, -1, -1], [-1, -1, 0]]
    assert odd_cells({"board": board, "rows": ["..", "x."]}) == {
        "board (row of the cell that differs)": 1,
        "board (column of the cell that differs)": 2,
        "rows (row of the cell that differs)": 1,
        "rows (column of the cell that differs)": 0,
    }
    for other in ([[1, 2], [3, 4]], [[1, 1], [1, 1]], [[0, 1], [1, 0]], [], [[]], [[[1]], [[2]]]):
        assert odd_cells({"board": other}) == {}
