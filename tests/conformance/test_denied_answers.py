"""Where an answer stands in a text, and how a sentence is denied."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.checking.probes.denied_answers import denied_sentences, marked_answer


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("31.5", "not 31.5"),
        ("I think of 7.\n<answer>31.5</answer>", "I think of 7.\n<answer>not 31.5</answer>"),
        ("so \\boxed{31.5}", "so \\boxed{not 31.5}"),
        ("Half of 62.\nAnswer: 31", "Half of 62.\nAnswer: not 31"),
        ("Half of 62.\n#### 31", "Half of 62.\n#### not 31"),
        ("https://a.example", "not https://a.example"),
    ],
)
def test_a_marked_answer_is_denied_within_its_mark(text: str, denied: str) -> None:
    marked = marked_answer(text)
    assert marked.with_answer(f"not {marked.answer}") == denied
    assert marked.with_answer(marked.answer) == text


def test_a_sentence_is_denied_in_each_place() -> None:
    made = list(denied_sentences("Answer: The dog sleeps."))
    assert [item.text for item in made] == [
        "Answer: The not dog sleeps.",
        "Answer: The dog not sleeps.",
        "Answer: The does not dog sleeps.",
        "Answer: The dog does not sleeps.",
    ]
    assert made[0].others == ("Answer: The now dog sleeps.", "Answer: The qzx dog sleeps.")


@pytest.mark.parametrize(
    "text",
    ["two words", "The dog does not sleep.", "He can't see it.", "x = 3 + 4", "a b c\nd e f"],
)
def test_what_is_no_sentence_or_denies_already_is_left_alone(text: str) -> None:
    assert not list(denied_sentences(text))
