"""Parts of answers that are judged alone: how answers are divided."""

from __future__ import annotations

import json
from typing import Any

from hallmark_rl.conformance.checking.probes.answer_halves import halves, text_items


def divided(right: dict[str, Any], *others: dict[str, Any]) -> dict[str, Any]:
    return {each.what: each.both for each in halves(right, others)}


def test_fields_that_differ_between_tasks_are_divided_and_the_others_kept() -> None:
    right = {"kind": "ship", "a": 1, "b": 2, "c": 3}
    made = divided(right, {"kind": "ship", "a": 4, "b": 5, "c": 6})
    assert made["one field of 'the whole'"] == ({"kind": "ship", "a": 1}, {"kind": "ship", "c": 3})
    assert made["half the fields of 'the whole'"] == (
        {"kind": "ship", "a": 1},
        {"kind": "ship", "b": 2, "c": 3},
    )
    assert divided(right, {"kind": "ship", "a": 4, "b": 2, "c": 3}) == {}


def test_json_in_a_text_is_divided_and_what_is_wrong_comes_from_another_task() -> None:
    right, other = ({"text": json.dumps({"a": n, "b": [n, n + 1]})} for n in (1, 5))
    found = {each.what: each for each in halves(right, [other])}
    fields = found["one field of 'text: the whole'"]
    assert [json.loads(action["text"]) for action in fields.both] == [{"a": 1}, {"b": [1, 2]}]
    assert fields.wrong == other
    items = found["one item of 'text: b'"]
    assert [json.loads(action["text"])["b"] for action in items.both] == [[1], [2]]
    assert json.loads(items.wrong["text"]) == {"a": 1, "b": [5, 6]}


def test_lines_and_listed_items_of_a_text_are_divided_and_sentences_are_not() -> None:
    assert divided({"text": "a=1\nb=2"}, {"text": "a=3\nb=4"}) == {
        "one item of 'text'": ({"text": "a=1"}, {"text": "b=2"})
    }
    assert divided({"text": "a big red dog"}, {"text": "a small cat"}) == {}
    assert text_items("a; b") == (["a", "b"], "; ")


def test_two_equal_ends_have_something_in_common() -> None:
    assert divided({"path": ["up", "left", "up"]}, {"path": ["down"]}) == {}


def test_entries_of_nothing_are_no_parts() -> None:
    """Selling nothing is the same as not to sell."""
    others = [{"sell": {"basil": 5, "ferns": 6, "roses": 7}}]
    assert list(halves({"sell": {"basil": 0, "ferns": 0, "roses": 3}}, others)) == []
    assert list(halves({"sell": {"basil": 0, "ferns": 2, "roses": 3}}, others))
