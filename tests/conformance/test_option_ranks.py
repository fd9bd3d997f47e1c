"""Choosing among numbers by their rank, where the rank is not what is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.answer_patterns import Question, option_lists
from hallmark_rl.conformance.checking.probes.option_ranks import middle_pair, rank_rules

OPTIONS = [40, 10, 50, 20, 30]
ROWS = [{"cents": 3, "sold": 4}, {"cents": 7, "sold": 9}]


def chosen(path: str = "options", **shown: Any) -> dict[str, int | None]:
    question = Question(1, shown, {}, "A", option_lists(shown))
    return {name: guess(question, path) for name, guess in rank_rules()}


def test_each_rank_chooses_its_number() -> None:
    ranks = chosen(rows=ROWS, options=OPTIONS)
    assert ranks["the middle number"] == ranks["the third least number"] == 4
    assert ranks["the least number"] == 1
    assert ranks["the second greatest number"] == 0
    assert chosen(rows=ROWS, options=["$1,200", "15 kg", "7.5"])["the middle number"] == 1


@pytest.mark.parametrize("options", [[1, 2], [1, 2, 2], ["red", 2, 3], [True, 2, 3]], ids=repr)
def test_other_options_have_no_rank(options: list[Any]) -> None:
    assert set(chosen(rows=ROWS, options=options).values()) == {None}


def test_an_even_count_has_no_middle() -> None:
    assert chosen(rows=ROWS, options=OPTIONS[:4])["the middle number"] is None


def test_the_middle_pair_is_there_for_even_counts() -> None:
    def pair(*options: int, **shown: Any) -> frozenset[int]:
        shown = {"rows": ROWS, "options": list(options), **shown}
        return middle_pair(Question(1, shown, {}, "A", option_lists(shown)), "options")

    assert pair(40, 10, 50, 20) == {0, 3}
    assert pair(60, 40, 10, 50, 20, 30) == {1, 5}
    assert pair(40, 10, 50) == pair(40, 10) == pair(40, 10, 40, 20) == frozenset()
    assert pair(40, 10, 50, 20, text="Which is the second?") == frozenset()


def test_a_rank_that_may_be_asked_for_is_not_chosen() -> None:
    ends = chosen(rows=ROWS, options=OPTIONS, text="Which is the cheapest?")
    assert ends["the least number"] is None
    assert ends["the middle number"] == 4
    middle = chosen(rows=ROWS, options=OPTIONS, text="Which is the median?")
    assert middle["the middle number"] is None
    assert middle["the least number"] == 1


def test_options_must_be_computed_from_other_numbers() -> None:
    assert set(chosen(options=OPTIONS).values()) == {None}
    assert set(chosen(options=OPTIONS, values=OPTIONS).values()) == {None}
    assert chosen(options=OPTIONS, budget=60)["the greatest number"] is None
    assert chosen(options=OPTIONS, budget=60)["the middle number"] == 4


def test_lettered_lines_are_no_other_numbers() -> None:
    lines = "\nA) 391\nB) 380\nC) 402"
    assert chosen("text (lines)", text="17 * 23?" + lines)["the middle number"] == 0
    assert chosen("text (lines)", text="How many?" + lines)["the middle number"] is None
