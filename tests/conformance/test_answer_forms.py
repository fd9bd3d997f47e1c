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


def test_pairs_of_tags_are_tried_together_with_the_answer_in_the_last() -> None:
    forms = forms_for(["Think between <work_start> and <work_end>, solve in <SOL></SOL>. <SOL>"])
    steps = "The steps lead to it."
    assert f"<work_start>{steps}<work_end><SOL>{{answer}}</SOL>" in forms
    assert f"<work_start>{{answer}}<work_end><SOL>{steps}</SOL>" in forms
    shown = "Respond so:\n<reasoning>\n...\n</reasoning>\n<answer>\n...\n</answer>\n"
    laid_out = f"<reasoning>\n{steps}\n</reasoning>\n<answer>\n{{answer}}\n</answer>\n"
    assert laid_out in forms_for([shown])
    assert "<|begin|>{answer}<|end|>" not in forms_for(["<|begin|> <|end|>"])
    four = forms_for(["<|begin|> <|end|> <|say|> <|over|>"])
    assert f"<|begin|>{steps}<|end|><|say|>{{answer}}<|over|>" in four
