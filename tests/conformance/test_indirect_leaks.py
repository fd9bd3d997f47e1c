"""A refusal tells no more of a task than its first message does."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.indirect_leaks import same_history
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Gates(Env):
    """Three gates, one of them open; a gate that there is not is refused."""

    schema: ClassVar[dict[str, Any]] = small_schema(gate={"type": "integer", "minimum": 0})

    def begin(self) -> None:
        self.open = self.rng.randrange(3)
        self.note = ""

    def show(self) -> Message:
        return {"note": self.note}

    def paid(self, action: Message) -> float:
        self.over = action["gate"] == self.open
        self.note = "" if action["gate"] < 3 else self.refusal()
        return float(self.over)

    def refusal(self) -> str:
        return "There is no such gate."

    def oracle(self) -> Message:
        return {"gate": self.open}


class Helpful(Gates):
    def refusal(self) -> str:
        return f"There is no such gate; it is not gate {(self.open + 1) % 3}."


class Weather(Gates):
    """The weather changes with each turn, a refused one too."""

    def show(self) -> Message:
        return {"note": self.note, "rules": "The weather changes at random."}

    def refusal(self) -> str:
        return f"There is no such gate. It is {self.rng.choice(['dry', 'wet'])}."


class Questions(Gates):
    """A refused turn passes: the next question is shown, which is one of the task."""

    def begin(self) -> None:
        super().begin()
        self.questions = [self.rng.choice("ab"), self.rng.choice("cdefgh")]

    def show(self) -> Message:
        return {**super().show(), "question": self.questions[min(self.count, 1)]}


class HelpfulQuestions(Questions, Helpful): ...


def _context(env_class: type[Env]) -> CheckContext:
    context = small_context(env_class)
    context.survey.invalid = [{"gate": 9}]
    return context


def test_a_refusal_that_tells_of_the_task_is_reported() -> None:
    same_history(_context(Gates))
    with pytest.raises(PropertyViolated, match="refuse this differently"):
        same_history(_context(Helpful))


def test_the_next_question_may_be_shown_with_a_refusal() -> None:
    same_history(_context(Questions))
    with pytest.raises(PropertyViolated, match="refuse this differently"):
        same_history(_context(HelpfulQuestions))


def test_what_luck_brings_next_may_be_shown_with_a_refusal() -> None:
    same_history(_context(Weather))
