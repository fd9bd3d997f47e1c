"""A question whose words alone tell the label of the right record is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.question_alone import question_alone
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_ROLES = ("father", "mother", "brother", "sister", "aunt", "uncle")


class Register(Env):
    """A register of people with numbers; a relative of the first is asked for."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})
    limit = 1
    in_order = False

    def begin(self) -> None:
        names = [f"{self.rng.choice('ABCDEFGH')}{self.rng.randrange(1000)}n" for _ in _ROLES]
        numbers = list(range(1, len(_ROLES) + 1))
        if not self.in_order:
            self.rng.shuffle(numbers)
        self.people = dict(zip(_ROLES, zip(numbers, names, strict=True), strict=True))
        self.role = self.rng.choice(_ROLES)

    def show(self) -> Message:
        lines = [
            f"No. {number}: {name}, {role} of Eve" for role, (number, name) in self.people.items()
        ]
        self.rng.shuffle(lines)
        return {"register": lines, "question": f"Which record is the {self.role} of Eve?"}

    def paid(self, action: Message) -> float:
        return float(action["answer"] == self.oracle()["answer"])

    def oracle(self) -> Message:
        return {"answer": f"No. {self.people[self.role][0]}"}


class InOrder(Register):
    in_order = True


class FixedQuiz(Register):
    """The same questions with the same lines."""

    def begin(self) -> None:
        super().begin()
        self.people = {role: (i, role.title()) for i, role in enumerate(_ROLES, 1)}


class Names(InOrder):
    """The answer is a name."""

    def oracle(self) -> Message:
        return {"answer": self.people[self.role][1] + " the elder"}


def test_labels_in_the_order_of_the_questions_are_reported() -> None:
    with pytest.raises(
        PropertyViolated, match="the words of question alone tell the right 'answer'"
    ):
        question_alone(small_context(InOrder))


def test_labels_that_are_drawn_are_not() -> None:
    question_alone(small_context(Register))


@pytest.mark.parametrize("env_class", [FixedQuiz, Names])
def test_quizzes_and_names_have_no_labels_of_their_own(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="the label of a shown thing"):
        question_alone(small_context(env_class))
