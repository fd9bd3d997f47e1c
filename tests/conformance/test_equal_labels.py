"""The options of labelled questions are not always listed in the right order."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.equal_labels import equal_labels
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Quiz(Env):
    """Two orders and a sum, in any order; each right answer pays at once."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})
    shuffled = True
    paid_for_any = False

    def begin(self) -> None:
        self.asked = [self.order(), self.order(), self.sum()]
        self.rng.shuffle(self.asked)
        self.at = 0

    def order(self) -> tuple[str, str]:
        years = self.rng.sample(range(1000, 2000), 4)
        shown = years if self.shuffled else sorted(years)
        lines = [f"{letter}) the year {year}" for letter, year in zip("ABCD", shown, strict=True)]
        right = "".join("ABCD"[shown.index(year)] for year in sorted(years))
        return "\n".join(["Put these in order:", *lines]), right

    def sum(self) -> tuple[str, str]:
        one, other = self.rng.randint(10, 99), self.rng.randint(10, 99)
        return f"What is {one} + {other}?", str(one + other)

    def show(self) -> Message:
        return {"question": self.asked[self.at][0] if self.at < 3 else ""}

    def paid(self, action: Message) -> float:
        right = self.asked[self.at][1] == action["answer"]
        self.at += 1
        self.over = self.at == 3
        return float(right or self.paid_for_any)

    def oracle(self) -> Message:
        return {"answer": self.asked[self.at][1]}


class InOrder(Quiz):
    shuffled = False


class AnythingGoes(InOrder):
    paid_for_any = True


class Sums(InOrder):
    def order(self) -> tuple[str, str]:
        return self.sum()


def test_options_that_are_shuffled_are_sound() -> None:
    equal_labels(small_context(Quiz))


def test_options_that_stand_in_the_right_order_are_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"ABCD.* answers all of"):
        equal_labels(small_context(InOrder))


def test_an_answer_that_is_not_judged_is_left_to_other_properties() -> None:
    equal_labels(small_context(AnythingGoes))


def test_questions_without_labels_say_nothing() -> None:
    with pytest.raises(NotApplicable):
        equal_labels(small_context(Sums))
