"""A text that is longer than the texts allow is not paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_lengths import stated_lengths
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Slogan(Env):
    """A text with a word that is drawn, of few words."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    message: ClassVar[Message] = {"task": "Write a slogan of at most 6 words."}

    def begin(self) -> None:
        self.word = self.rng.choice(["soap", "bread", "tea", "ink"])

    def show(self) -> Message:
        return {**self.message, "about": self.word}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.word in action["text"] and self.short(action["text"]))

    def short(self, text: str) -> bool:
        return len(text.split()) <= 6

    def oracle(self) -> Message:
        return {"text": f"Buy our {self.word}."}


class AnyLength(Slogan):
    def short(self, text: str) -> bool:
        return True


class OnlyBlanks(Slogan):
    """Words are counted by the blanks between them."""

    def short(self, text: str) -> bool:
        return len(text.split(" ")) <= 6


MESSAGES = (
    {"task": "Write a slogan of at most 6 words."},
    {"task": "Write one.", "max_words": 6},
    {"task": "Write one.", "limits": {"word_limit": 6}},
    {"task": "It has up to 40 characters."},
    {"task": "Write no more than 2 sentences."},
    {"task": "No more than 1 lines, please; at most 1 lines."},
)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_limit_that_is_not_checked_is_reported(message: Message) -> None:
    with pytest.raises(PropertyViolated, match=r"a text of more than \d+ \w+ in 'text' is paid"):
        stated_lengths(small_context(type("Any", (AnyLength,), {"message": message})))


def test_words_behind_line_breaks_are_words() -> None:
    with pytest.raises(PropertyViolated, match="a text of more than 6 words in 'text' is paid"):
        stated_lengths(small_context(OnlyBlanks))


@pytest.mark.parametrize("message", MESSAGES[:3])
def test_a_limit_that_is_checked_is_not(message: Message) -> None:
    stated_lengths(small_context(type("Short", (Slogan,), {"message": message})))


@pytest.mark.parametrize("task", ["Write one.", "At most 3 words. At most 9 words.", "6 words"])
def test_without_one_limit_nothing_is_tried(task: str) -> None:
    with pytest.raises(NotApplicable):
        stated_lengths(small_context(type("Any", (AnyLength,), {"message": {"task": task}})))


def test_solutions_that_are_longer_are_left_alone() -> None:
    task = "Each note has at most 2 words."
    with pytest.raises(NotApplicable):
        stated_lengths(small_context(type("Any", (AnyLength,), {"message": {"task": task}})))
