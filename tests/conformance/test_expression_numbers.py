"""An arithmetic expression uses shown numbers no more often than the texts allow."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.expression_numbers import expression_numbers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Forge(Env):
    """Reach a target with the numbers on the table."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    rules = "Reach the target. Use only the numbers on the table, each at most once."
    once = only = True
    limit = 1

    def begin(self) -> None:
        self.numbers = self.rng.sample(range(3, 30), 4)
        first, second, third, _ = self.numbers
        self.target = (first + second) * third

    def show(self) -> Message:
        return {"rules": self.rules, "numbers": self.numbers, "target": self.target}

    def paid(self, action: Message) -> float:
        text = str(action["text"]).removeprefix("<answer>").removesuffix("</answer>")
        if not re.fullmatch(r"[\d+*() -]+", text):
            return 0.0
        used = Counter(map(int, re.findall(r"\d+", text)))
        if self.once and max(used.values(), default=0) > 1:
            return 0.0
        if self.only and not used.keys() <= {*self.numbers}:
            return 0.0
        try:
            return float(eval(text) == self.target)
        except (SyntaxError, TypeError):
            return 0.0

    def oracle(self) -> Message:
        first, second, third, _ = self.numbers
        return {"text": f"({first} + {second}) * {third}"}


class AsSet(Forge):
    once = False


class AnyNumber(Forge):
    once = only = False
    rules = "Reach the target with no other numbers than those shown."


class InTags(AsSet):
    def oracle(self) -> Message:
        return {"text": f"<answer>{super().oracle()['text']}</answer>"}


class InText(AsSet):
    """The numbers stand in a text."""

    def show(self) -> Message:
        listed = ", ".join(map(str, self.numbers))
        return {"task": f"Numbers: {listed}. Each number may be used once.", "target": self.target}


class MayRepeat(AsSet):
    rules = "Reach the target. A number can be used more than once, and one is shown once."


class NothingSaid(AnyNumber):
    rules = "Reach the target with the numbers."


class TableHasIt(AsSet):
    """The table has each number three times."""

    rules = "Reach the target. Use each number as often as it lies there."

    def show(self) -> Message:
        return {**super().show(), "numbers": self.numbers * 3}


class LongNumbers(AsSet):
    """A list of digits that Python does not read as a number."""

    def show(self) -> Message:
        return {**super().show(), "noise": ["1" * 5000, "2"], "text": f"{'3' * 5000}, 4"}


def test_a_number_once_too_often_that_is_paid_is_reported() -> None:
    expression_numbers(small_context(Forge))
    for env_class in (AsSet, InTags, InText, LongNumbers):
        with pytest.raises(PropertyViolated, match="a number once too often") as raised:
            expression_numbers(small_context(env_class))
        assert raised.value.episode is not None


def test_a_number_that_is_not_shown_is_reported_if_it_is_paid() -> None:
    with pytest.raises(PropertyViolated, match="a number that is not shown"):
        expression_numbers(small_context(AnyNumber))


@pytest.mark.parametrize("env_class", [MayRepeat, NothingSaid, TableHasIt])
def test_without_a_rule_that_is_broken_nothing_is_tried(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="arithmetic expression"):
        expression_numbers(small_context(env_class))
