"""Where the right answer stands among the options, and what else goes with it."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Question,
    features,
    is_choice,
    learned_mapping,
    option_lists,
    question_parts,
)


def question(shown: dict[str, Any], answer: Any, **beside: Any) -> Question:
    return Question(7, shown, beside, answer, option_lists(shown))


@pytest.mark.parametrize(
    ("shown", "answer", "path", "place"),
    [
        ({"options": ["red", "blue"]}, "Blue", "options", 1),
        ({"options": ["red", "blue"]}, 1, "options", 1),
        ({"options": ["red", "blue"]}, "B", "options", 1),
        ({"options": [{"text": "red"}, {"text": "blue"}]}, "blue", "options", 1),
        ({"text": "Which?\nA) red\nB) blue\n"}, "b", "text (lines)", 1),
        ({"words": {"A": "red", "B": "blue"}}, "B", "words (lines)", 1),
        ({"options": ["red", "red"]}, "red", "options", None),
        ({"options": ["red", "blue"]}, "green", "options", None),
    ],
)
def test_place_of_the_right_option(
    shown: dict[str, Any], answer: Any, path: str, place: int | None
) -> None:
    assert question(shown, answer).place(path) == place


def test_a_list_is_a_choice_by_its_name_or_by_its_varying_order() -> None:
    assert is_choice("options", [["a", "b"], ["c", "d"]])
    assert is_choice("illnesses", [["a", "b"], ["b", "a"]])
    assert not is_choice("prices", [["1", "2"], ["3", "4"]])
    assert not is_choice("options", [["a", "b"], ["a", "b"]])


def test_numbers_of_tasks_are_features_and_no_part_of_the_question() -> None:
    one = question({"number": 13, "question": "Capital of Peru? "}, "Lima", region=3)
    found = features(one)
    assert found["shown.number modulo 5"] == "3"
    assert found["beside.region"] == "3"
    assert "shown.question" not in found
    assert list(question_parts(one)) == ["question"]


def test_a_mapping_is_learned_from_the_most_common_pairs() -> None:
    pairs = [("1", "a"), ("1", "a"), ("1", "b"), ("2", "b")]
    assert learned_mapping(pairs) == {"1": "a", "2": "b"}
