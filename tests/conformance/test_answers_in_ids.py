"""The id of a task must not hold its answer."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.answers_in_ids import answers_in_ids
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Numerals(Env):
    """Read a number that is written in another way."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})
    limit = 1
    named, told = "read-{index:04d}", "Write the numeral in decimal."

    def begin(self) -> None:
        self.value, self.index = self.rng.randint(20, 999), self.rng.randint(1000, 9999)

    def question(self) -> str:
        return "I" * (self.value % 10) + "X" * (self.value // 10)

    def show(self) -> Message:
        task = self.named.format(index=self.index, value=self.value)
        return {"task_id": task, "rules": self.told, "prompt": self.question()}

    def paid(self, action: Message) -> float:
        return float(action["answer"] == str(self.value))

    def oracle(self) -> Message:
        return {"answer": str(self.value)}


class ByValue(Numerals):
    named = "read-{value:04d}"


class Shown(ByValue):
    """The number stands in the question as well: what is asked for is another form."""

    def question(self) -> str:
        return f"Copy {self.value}."


class InFile(ByValue):
    def show(self) -> Message:
        return {"metadata": {"source": {"file": f"scan_{self.value}.png"}}, "p": self.question()}


class Asked(ByValue):
    told = "Which number is in the task_id?"


class Spelt(ByValue):
    """What the task is stands in a field that is named like an id."""

    def show(self) -> Message:
        return {"task": f"Spell the number {self.value}", "task_id": str(self.index)}


class NoId(Numerals):
    def show(self) -> Message:
        return {"prompt": self.question()}


class FewAnswers(ByValue):
    """By chance a part of the id may be one of two answers."""

    def begin(self) -> None:
        super().begin()
        self.value = 20 + self.rng.randrange(2)


@pytest.mark.parametrize(
    ("env_class", "place"), [(ByValue, "task_id"), (InFile, "metadata.source")]
)
def test_an_id_that_holds_the_answer_is_reported(env_class: type[Env], place: str) -> None:
    with pytest.raises(PropertyViolated, match=f"seeds a part of {place}.* is the right 'answer'"):
        answers_in_ids(small_context(env_class))


@pytest.mark.parametrize("env_class", [Numerals, Shown, Asked, Spelt, FewAnswers])
def test_other_ids_are_sound(env_class: type[Env]) -> None:
    answers_in_ids(small_context(env_class))


def test_without_an_id_there_is_nothing_to_look_at() -> None:
    with pytest.raises(NotApplicable, match="no id"):
        answers_in_ids(small_context(NoId))
