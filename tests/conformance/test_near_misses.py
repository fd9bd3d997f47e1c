"""Single edits of a right answer."""

from __future__ import annotations

import random
import re
from decimal import Decimal
from typing import Any, ClassVar

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.near_misses import (
    _REPEATED_ITEM,
    _edits_of,
    _swapped_neighbours,
    short_text_field,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema

RNG = random.Random(0)


@given(st.lists(st.integers(0, 50), min_size=3, max_size=8, unique=True))
def test_in_a_list_of_different_items_one_item_replaces_another(items: list[int]) -> None:
    made = [changed for name, changed in _edits_of(items, (), RNG) if name == _REPEATED_ITEM]
    assert made == [[*items[:-2], items[-1], items[-1]]]


def test_no_item_is_repeated_in_a_list_with_repetitions() -> None:
    assert all(name != _REPEATED_ITEM for name, _ in _edits_of([1, 2, 2], (), RNG))
    assert all(name != _REPEATED_ITEM for name, _ in _edits_of([1, 2], (), RNG))


def test_neighbouring_values_of_one_type_are_swapped() -> None:
    made = [changed for _, changed in _swapped_neighbours({"x": 1, "y": 2, "z": 2.0, "flag": True})]
    assert made == [{"x": 2, "y": 1, "z": 2.0, "flag": True}]


@given(st.decimals(-1000, 1000, places=3), st.decimals(1, 99, places=2), st.integers(10, 99))
def test_decimals_keep_their_tolerance_within_a_text_too(
    one: Decimal, other: Decimal, number: int
) -> None:
    numbers = re.compile(r"-?[0-9]+\.[0-9]*; -?[0-9]+\.[0-9]*")
    assert not [t for _, t in _edits_of(f"{one}; {other}", (), RNG) if numbers.fullmatch(t)]
    assert not [t for _, t in _edits_of(f"{one}", (), RNG) if re.fullmatch(r"-?\d+\.\d*", t)]
    assert [t for _, t in _edits_of(f"{one}; {number}", (), RNG) if t.startswith(f"{one}; ")]


@given(st.text("ab:", max_size=6), st.text("xy", min_size=2, max_size=8), st.text("z:", max_size=8))
def test_what_all_answers_begin_with_is_not_edited(start: str, answer: str, other: str) -> None:
    before = f"{start}Answer: "
    texts = [text for _, text in _edits_of(before + answer, (before + other,), RNG)]
    edited = [text for text in texts if text != before + answer[:-1]]
    assert edited
    assert all(text.startswith(before) for text in edited)


def test_letters_of_a_class_in_a_pattern_are_not_exchanged() -> None:
    exchanged = [text for name, text in _edits_of("[abc]de", (), RNG) if name.startswith("two")]
    assert exchanged == ["[abc]ed"]


@given(st.text("a:", min_size=2, max_size=8), st.lists(st.text("a:", max_size=8), max_size=3))
def test_any_texts_can_be_edited(answer: str, others: list[str]) -> None:
    assert list(_edits_of(answer, others, RNG))


class Slogan(Env):
    """Any text that holds a word."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})

    def begin(self) -> None:
        self.word = "".join(self.rng.choices("abcdefgh", k=6))

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.right(action["text"]))

    def right(self, text: str) -> bool:
        return self.word in text.split() and len(text.split()) <= 6

    def oracle(self) -> Message:
        return {"text": f"buy our new {self.word}"}


class Sentence(Slogan):
    """The sentence must be there, whatever stands around it."""

    def right(self, text: str) -> bool:
        return f"buy our new {self.word}" in text


def test_a_text_of_which_several_words_may_be_others_is_no_single_answer() -> None:
    for env_class, field in ((Slogan, None), (Sentence, "text")):
        context = small_context(env_class)
        assert short_text_field(context, context.solutions[0]) == field
