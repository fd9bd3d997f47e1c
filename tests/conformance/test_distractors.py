"""Texts beside the answer that have its form."""

from __future__ import annotations

from hallmark_rl.conformance.properties.semantics.distractors import _in_answer_form


def test_a_distractor_has_the_form_of_the_answer() -> None:
    assert _in_answer_form("12.50", "7.99") == "7.99"
    assert _in_answer_form("12.50", "seven") is None
    assert _in_answer_form("Anna Berg", "Otto Kahn") == "Otto Kahn"
    assert _in_answer_form(3, "17") == 17
    assert _in_answer_form(3, "x") is None
