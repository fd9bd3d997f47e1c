"""What a word that means nothing does, and which actions do no more."""

from __future__ import annotations

from typing import Any, ClassVar

from hallmark_rl.conformance.survey.acceptance import low_rate, measure_acceptance
from hallmark_rl.conformance.survey.nonsense import (
    NonsenseEffect,
    nonsense_effect,
    without_sent_texts,
)
from hallmark_rl.conformance.survey.survey_data import Survey
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Robot(Env):
    """Goes north or south; whatever it is told takes one unit of the battery."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})
    reply = "unknown command"

    def begin(self) -> None:
        self.row, self.battery, self.report = 5, 50, "ready"

    def show(self) -> Message:
        return {"row": self.row, "battery": self.battery, "report": self.report}

    def paid(self, action: Message) -> float:
        ways = {"north": -1, "south": 1}
        self.battery -= 1
        self.row += ways.get(action["command"], 0)
        self.report = "moved" if action["command"] in ways else self.answer(action["command"])
        return 0.0

    def answer(self, command: str) -> str:
        return self.reply.replace("command", command)

    def oracle(self) -> Message:
        return {"command": "north"}


class Refusing(Robot):
    reply = "there is no such command"

    def show(self) -> Message:
        return {"row": self.row, "report": self.report}


class Echo(Robot):
    """Says something else each time."""

    def answer(self, command: str) -> str:
        return f"{self.battery} {command[::-1]}"


def effect(env_class: type[Env]) -> NonsenseEffect | None:
    context = small_context(env_class)
    driver = context.new_driver()
    return nonsense_effect(context.source, driver)


def test_the_effect_of_nonsense_is_that_of_a_word_which_is_not_understood() -> None:
    found = effect(Robot)
    assert found == NonsenseEffect(0.0, {"report": "unknown *"}, {"battery": -1})


def test_nonsense_that_is_refused_or_has_various_effects_says_nothing() -> None:
    assert effect(Refusing) is None
    assert effect(Echo) is None


def acceptance_problem(*commands: str) -> str:
    context = small_context(Robot, pool=[{"command": text} for text in commands])
    survey = Survey(schema=Robot.schema, pool=context.survey.pool)
    driver = context.new_driver()
    survey.acceptance = measure_acceptance(survey, driver, effect(Robot))
    return low_rate(survey)


def test_a_pool_of_which_nothing_is_understood_proves_nothing() -> None:
    assert "did what a word does that means nothing" in acceptance_problem("dig", "jump", "a")
    assert acceptance_problem("dig", "jump", "north") == ""


def test_texts_that_a_reply_repeats_are_whole_words() -> None:
    assert without_sent_texts("unknown command a", {"text": "a"}) == "unknown command *"
    assert without_sent_texts("You take the key.", {"text": "take key"}) == "You take the *."
