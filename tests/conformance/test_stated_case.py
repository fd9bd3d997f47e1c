"""Answers in capitals are paid where a text says that capitals do not matter."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_case import _ignores_case, stated_case
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Town(Env):
    """Name the town, in upper or lower case."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    told = "Name the town; capitals do not matter."
    form = "{}"

    def begin(self) -> None:
        self.town = self.rng.choice(["york", "bath", "ely", "leeds"]) + "xyz"[self.rng.randrange(3)]

    def show(self) -> Message:
        return {"rules": self.told, "town": self.town}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.read(action["text"]) == self.form.format(self.town))

    def read(self, text: str) -> str:
        return text.lower()

    def oracle(self) -> Message:
        return {"text": self.form.format(self.town)}


class SmallOnly(Town):
    def read(self, text: str) -> str:
        return text


class SmallCommand(Town):
    """The command is in small letters, the town in any."""

    form = "go to {}"

    def read(self, text: str) -> str:
        return text[:6] + text[6:].lower()


class Program(SmallOnly):
    form = "print('{}')"


class OfOneTask(SmallOnly):
    """What is said differs from task to task, and is not about the answer."""

    def show(self) -> Message:
        return {"task": f"Count the letters of {self.town}, regardless of case."}


class Formula(SmallOnly):
    form = "x*{}"


class Silent(SmallOnly):
    told = "Name the town."


@pytest.mark.parametrize("env_class", [Town, SmallCommand])
def test_another_case_of_the_answer_or_of_a_part_is_enough(env_class: type[Env]) -> None:
    stated_case(small_context(env_class))


def test_a_case_that_is_refused_everywhere_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="capitals do not matter") as raised:
        stated_case(small_context(SmallOnly))
    assert raised.value.episode is not None


def test_few_solutions_show_nothing() -> None:
    context = small_context(SmallOnly)
    context.survey.solutions = context.survey.solutions[:2]
    context.survey.found = {"kind": "solved"}  # so that no further seeds are solved
    with pytest.raises(EvidenceMissing, match="only 2 solutions"):
        stated_case(context)


@pytest.mark.parametrize("env_class", [Program, Formula, OfOneTask, Silent])
def test_programs_and_silent_texts_are_left_alone(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        stated_case(small_context(env_class))


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("Upper case and blanks around it do not matter.", True),
        ("One line of text, in upper or lower case:", True),
        ("`bin`: paper, glass or rest; capitals do not matter.", True),
        ("Punctuation around words and capital letters make no difference anywhere.", True),
        ("1 for the right town, in any case of the letters; else 0.", True),
        ("0 for the right word, regardless of case and blanks.", True),
        ("Small and capital letters may be used freely.", True),
        ("Answers are case-insensitive.", True),
        ("White space does not matter, capitals do.", False),
        ("The 24th step ends the episode in any case.", False),
        ("The surname stands in capitals.", False),
        ("Capitals are white, small letters black.", False),
        ("Blanks do not matter.", False),
        ("Rows are duplicates if their names are equal, ignoring case.", False),
    ],
)
def test_which_sentences_say_it(text: str, is_said: bool) -> None:
    assert _ignores_case(text) is is_said
