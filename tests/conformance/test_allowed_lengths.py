"""A text that is as long as the texts allow is paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.allowed_lengths import allowed_lengths
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Label(Env):
    """A text with a word that is drawn, of at most 40 words."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    message: ClassVar[Message] = {"task": "Write a label of at most 40 words."}

    def begin(self) -> None:
        self.word = self.rng.choice(["soap", "bread", "tea", "ink"])

    def show(self) -> Message:
        return {**self.message, "about": self.word}

    def paid(self, action: Message) -> float:
        self.over = True
        return self.worth(action["text"]) if self.word in action["text"] else 0.0

    def worth(self, text: str) -> float:
        return float(len(text.split()) <= 40)

    def oracle(self) -> Message:
        return {"text": f"Buy our {self.word}."}


class OneLess(Label):
    def worth(self, text: str) -> float:
        return float(len(text.split()) < 40)


class Characters(Label):
    def worth(self, text: str) -> float:
        return float(len(text) <= 40)


class InCharacters(Label):
    message: ClassVar[Message] = {"task": "Write one.", "max_characters": 60}

    def worth(self, text: str) -> float:
        return float(len(text) < 60)


class Priced(Label):
    """Each word costs a little: no limit is wrong."""

    def worth(self, text: str) -> float:
        return 1.0 - len(text.split()) / 100


class Exact(Label):
    """No other word may be added."""

    def worth(self, text: str) -> float:
        return float(text == self.oracle()["text"])


@pytest.mark.parametrize(
    ("env_class", "said"),
    [
        (OneLess, "a text of 40 words in 'text' is not paid like one of 39, on"),
        (Characters, r"a text of \d words in 'text' is not paid like one of \d"),
        (InCharacters, r"a text of 60 characters in 'text' is not paid like one of \d+"),
    ],
)
def test_a_limit_that_is_too_small_is_reported(env_class: type[Env], said: str) -> None:
    with pytest.raises(PropertyViolated, match=said) as raised:
        allowed_lengths(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Label, Priced])
def test_a_right_limit_and_a_price_of_length_are_sound(env_class: type[Env]) -> None:
    allowed_lengths(small_context(env_class))


def test_texts_that_cannot_be_longer_are_left_out() -> None:
    with pytest.raises(NotApplicable, match="can be made longer"):
        allowed_lengths(small_context(Exact))
