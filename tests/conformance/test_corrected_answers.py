"""The reply to a wrong text does not hold the right one letter by letter."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.corrected_answers import corrected_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema

WORDS = ("harbour", "lantern", "engine", "island", "jetty", "cargo", "anchor", "ferry")


class Telegram(Env):
    """Decode a word in three tries."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    told = "What was sent is never told."
    limit = 3
    shows, repays = "given", True

    def begin(self) -> None:
        self.word = self.rng.choice(WORDS)
        self.note = ""

    def show(self) -> Message:
        return {"rules": self.told, "tape": self.word[::-1].upper() + "!", "note": self.note}

    def paid(self, action: Message) -> float:
        if action["text"] == self.word and (self.repays or self.count == 1):
            self.over = True
            return 1.0 - 0.3 * (self.count - 1)
        pairs = enumerate(zip(action["text"], self.word, strict=False), 1)
        letters = [f"{at} ({given if self.shows == 'given' else sent})"
                   for at, (given, sent) in pairs if given != sent]  # fmt: skip
        self.note = "wrong at " + ", ".join(letters)
        return 0.0

    def oracle(self) -> Message:
        return {"text": self.word}


def test_letters_of_the_right_text_are_reported() -> None:
    corrected_answers(small_context(Telegram))
    broken = type("Tells", (Telegram,), {"shows": "sent"})
    with pytest.raises(PropertyViolated, match="in their order") as raised:
        corrected_answers(small_context(broken))
    assert raised.value.episode is not None


@pytest.mark.parametrize(
    "text", ["Then the right letters are shown.", "The note lists the expected letters."]
)
def test_a_text_may_say_that_the_answer_is_told(text: str) -> None:
    told = type("Told", (Telegram,), {"shows": "sent", "told": text})
    with pytest.raises(NotApplicable, match="is told"):
        corrected_answers(small_context(told))


def test_a_reply_that_comes_too_late_is_no_leak() -> None:
    late = type("Late", (Telegram,), {"shows": "sent", "repays": False})
    corrected_answers(small_context(late))
