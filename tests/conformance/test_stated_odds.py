"""Answers that are said to be equally frequent and are not are reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_odds import stated_odds
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Stars(Env):
    """Is a star up or down? Three visitors ask."""

    schema: ClassVar[dict[str, Any]] = small_schema(reply={"type": "string"})
    limit = 3
    text = "Up and down are equally frequent."
    share = 0.5

    def begin(self) -> None:
        self.verdicts = ["up" if self.rng.random() < self.share else "down" for _ in range(3)]

    def show(self) -> Message:
        return {"text": self.text, "star": self.rng.random(), "asked": self.count}

    def paid(self, action: Message) -> float:
        return float(self.verdicts[self.count - 1] in action["reply"]) / 3

    def oracle(self) -> Message:
        return {"reply": f"It is {self.verdicts[self.count]}."}


class MostlyUp(Stars):
    share = 0.75


class Letters(MostlyUp):
    """The text counts the answers and does not name them."""

    text = "Each of the two replies is right equally often."


class Unstated(MostlyUp):
    text = "Is it up or down?"


class Denied(MostlyUp):
    text = "Up and down are not equally frequent."


class OfSomethingElse(MostlyUp):
    text = "Leeds and Oslo are equally likely."


@pytest.mark.parametrize("env_class", [MostlyUp, Letters])
def test_a_frequent_answer_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(
        PropertyViolated, match=r"'It is up\.' is right in 'reply' of the first step"
    ):
        stated_odds(small_context(env_class))


def test_equal_odds_pass() -> None:
    stated_odds(small_context(Stars))


@pytest.mark.parametrize("env_class", [Unstated, Denied, OfSomethingElse])
def test_without_such_a_sentence_nothing_is_counted(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        stated_odds(small_context(env_class))
