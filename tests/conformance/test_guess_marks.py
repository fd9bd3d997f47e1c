"""Which letters of a guess are right, and what replies say of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.guess_marks import (
    letter_counts,
    letter_marks,
    numbers_in,
    sequences_in,
)


@pytest.mark.parametrize(
    ("code", "guess", "marks"),
    [
        ("abcd", "abcd", "eeee"),
        ("abcd", "dcba", "mmmm"),
        ("abcd", "aaaa", "eaaa"),
        ("crane", "eerie", "aamae"),
        ("allow", "llama", "memaa"),
        ("aabb", "abab", "emme"),
    ],
)
def test_each_letter_of_the_code_answers_for_one(code: str, guess: str, marks: str) -> None:
    assert "".join(mark[0] for mark in letter_marks(code, guess)) == marks


@given(st.text("abcd", min_size=4, max_size=4), st.text("abcd", min_size=4, max_size=4))
def test_as_many_letters_are_right_as_both_have_in_common(code: str, guess: str) -> None:
    counts = letter_counts(code, guess)
    assert counts["common"] == (Counter(code) & Counter(guess)).total()
    assert counts["exact"] == sum(one == other for one, other in zip(code, guess, strict=True))


def test_numbers_are_read_beside_the_guess_and_of_the_last_entry() -> None:
    reply = {"history": ["1122: 0, 1", "3344: 2, 1"], "left": 5, "over": False}
    assert numbers_in(reply, "3344") == {
        "history[last], number 1": 2,
        "history[last], number 2": 1,
        "left": 5,
    }


def test_sequences_are_lists_words_and_signs_of_the_right_length() -> None:
    reply = {
        "marks": ["hit", "near", "miss"],
        "letters": [{"l": "a", "m": "x"}, {"l": "b", "m": "y"}, {"l": "c", "m": "x"}],
        "text": "abc GY-",
        "grid": "abc 🟩🟨⬛",
        "other": ["one", "two"],
    }
    assert sequences_in(reply, "abc") == {
        "marks": ("hit", "near", "miss"),
        "letters[].l": ("a", "b", "c"),
        "letters[].m": ("x", "y", "x"),
        "text, word -1": ("G", "Y", "-"),
        "grid, word -1": ("🟩", "🟨", "⬛"),
        "signs of grid": ("🟩", "🟨", "⬛"),
        "other[last], word -1": ("t", "w", "o"),
    }
