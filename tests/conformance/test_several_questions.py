"""One answer to several lists of options."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.several_questions import chosen_places

LISTS: dict[str, list[Any]] = {
    "rows": [{"price": 1}, {"price": 2}],
    "asked[0].options": [10, 20, 30],
    "asked[1].options": [40, 50, 60],
}


@pytest.mark.parametrize(
    "answer", ["CA", "c, a", ["C", "a"], [2, 0], [30, 40], ["30", " 40"]], ids=repr
)
def test_letters_indices_and_options_choose_from_each_list(answer: Any) -> None:
    assert chosen_places(answer, LISTS) == {"asked[0].options": 2, "asked[1].options": 0}


@pytest.mark.parametrize(
    "answer", ["C", "CAB", "CD", "12", "yes", [2], [2, 3], [True, 0], [30, 0], 30, None], ids=repr
)
def test_other_answers_choose_nothing(answer: Any) -> None:
    assert chosen_places(answer, LISTS) == {}


def test_a_single_list_is_one_question() -> None:
    assert chosen_places("AB", {"options": [1, 2, 3]}) == {}
