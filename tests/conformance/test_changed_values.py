"""Actions with extreme numbers and other spellings."""

from __future__ import annotations

import math

import pytest

from hallmark_rl.conformance.checking.probes.changed_values import (
    leaves,
    spellings,
    with_extreme_numbers,
    with_leaf,
    with_not_finite_numbers,
)


def test_leaves_are_scalars_at_any_depth_without_metadata() -> None:
    action = {"kind": "ship", "lines": [{"packs": 2}], "metadata": {"x": 1}}
    assert list(leaves(action)) == [(("kind",), "ship"), (("lines", 0, "packs"), 2)]


def test_one_leaf_is_changed_and_the_action_is_kept() -> None:
    action = {"lines": [{"packs": 2}]}
    assert with_leaf(action, ("lines", 0, "packs"), -1) == {"lines": [{"packs": -1}]}
    assert action == {"lines": [{"packs": 2}]}


def test_numbers_are_made_extreme_in_fields_and_in_texts() -> None:
    changed = [action for _, action in with_extreme_numbers({"n": 3, "ok": True, "text": "buy 5"})]
    assert {"n": -1, "ok": True, "text": "buy 5"} in changed
    assert {"n": 3, "ok": True, "text": "buy 1000000000"} in changed
    assert all(action["ok"] is True for action in changed)


def test_spellings_of_a_number_and_of_a_word() -> None:
    texts = {str(action["text"]) for action in spellings({"text": "7"})}
    assert {"07", "+7", "7.0", " 7"} <= texts
    assert "7" not in texts
    assert "PEAR" in {action["text"] for action in spellings({"text": "pear"})}


def test_numbers_that_are_not_finite_come_with_wrong_ones_to_compare() -> None:
    by_name = {
        name: (wrong, odd)
        for name, wrong, odd in with_not_finite_numbers({"n": 3, "x": 0.5, "text": "buy 5"})
    }
    assert {"n": 3, "x": math.inf, "text": "buy 5"} in by_name["x"][1]
    assert {"n": 3, "x": -1.0, "text": "buy 5"} in by_name["x"][0]
    assert "buy nan" in [action["text"] for action in by_name["text"][1]]
    assert by_name["n"][1] == []


@pytest.mark.parametrize(
    ("text", "changed"),
    [("5 m", "nan m"), ('{"n": 5}', '{"n": nan}'), ("cost=5", "cost=nan"), ("$5", "$nan")],
)
def test_a_number_of_a_text_is_changed(text: str, changed: str) -> None:
    ((_, _, odd),) = with_not_finite_numbers({"text": text})
    assert {"text": changed} in odd


@pytest.mark.parametrize(("text", "first"), [("r4c6=1", "2"), ("r4c6=4", "1"), ("n: 9", "1")])
def test_a_number_that_is_too_large_begins_with_another_digit(text: str, first: str) -> None:
    """So that a verifier that reads one digit does not read the right one."""
    ((_, _, odd),) = with_not_finite_numbers({"text": text})
    changed = [action["text"].removeprefix(text[:-1]) for action in odd]
    assert f"{first}e999" in changed
    assert not any(number.startswith(text[-1]) for number in changed)


@pytest.mark.parametrize("text", ["[A-Z]{2}-[0-9]{4}", "a-5", "x/5"])
def test_a_part_of_something_else_is_no_number(text: str) -> None:
    assert list(with_not_finite_numbers({"text": text})) == []
