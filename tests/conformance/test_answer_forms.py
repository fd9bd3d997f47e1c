"""The forms in which right answers are tried."""

from __future__ import annotations

from hallmark_rl.conformance.scorers.answer_forms import FORMS, forms_for


def test_tags_of_the_prompt_are_tried_first_after_the_bare_answer() -> None:
    forms = forms_for(["Put it in <reversed_text> tags.", "<reversed_text>a</reversed_text> <b1>"])
    assert forms[:5] == [
        "{answer}",
        "<reversed_text>{answer}</reversed_text>",
        "<reversed_text>\n{answer}\n</reversed_text>",
        "<b1>{answer}</b1>",
        "<b1>\n{answer}\n</b1>",
    ]
    assert set(FORMS) < set(forms)
    assert len(forms) == len(FORMS) + 4


def test_a_prompt_with_many_tags_gives_a_few_forms_and_one_without_gives_the_common_ones() -> None:
    many = "".join(f"<tag{number}>" for number in range(99))
    assert len(forms_for([many])) == len(FORMS) + 10
    assert forms_for(["1 < 2 and 3 > 2", ""]) == list(FORMS)
