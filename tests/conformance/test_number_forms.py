"""A right number is also paid when it is rounded, or written as the task asks."""

from __future__ import annotations

import math
import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.number_forms import number_forms
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Till(Env):
    """The sum of some prices."""

    schema: ClassVar[dict[str, Any]] = small_schema(total={"type": "number"})

    def begin(self) -> None:
        self.prices = [self.rng.randrange(1, 999) / 100 for _ in range(9)]

    def show(self) -> Message:
        return {"prices": self.prices}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.right(action["total"]))

    def right(self, total: Any) -> bool:
        return math.isclose(total, sum(self.prices), abs_tol=0.001)

    def oracle(self) -> Message:
        return {"total": sum(self.prices)}


class Exact(Till):
    def right(self, total: Any) -> bool:
        return bool(total == sum(self.prices))


class Volume(Env):
    """A volume as a text with two decimals."""

    schema: ClassVar[dict[str, Any]] = small_schema(volume={"type": "string"})
    task: ClassVar[str] = "Answer in ml with two decimals."

    def begin(self) -> None:
        self.volume = self.rng.randrange(10, 500) / 10

    def show(self) -> Message:
        return {"task": self.task}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.right(action["volume"]))

    def right(self, text: str) -> bool:
        try:
            return abs(float(text) - self.volume) < 0.005
        except ValueError:
            return False

    def oracle(self) -> Message:
        return {"volume": str(self.volume)}


class AsText(Volume):
    def right(self, text: str) -> bool:
        return text == str(self.volume)


def test_numbers_that_are_compared_as_numbers_are_sound() -> None:
    number_forms(small_context(Till))
    number_forms(small_context(Volume))


@pytest.mark.parametrize(
    ("env_class", "text"),
    [
        (Exact, "'total' without the error of a floating-point sum: .* is refused on"),
        (AsText, "'volume' with the 2 places that the task asks for: '.*' is refused on"),
    ],
)
def test_right_numbers_that_are_refused_are_reported(env_class: type[Env], text: str) -> None:
    with pytest.raises(PropertyViolated, match=text):
        number_forms(small_context(env_class))


@pytest.mark.parametrize(
    "task", ["Answer in ml.", "With one decimal, or with two decimals.", "It has 2 parts."]
)
def test_other_forms_are_tried_only_where_one_is_asked_for(task: str) -> None:
    with pytest.raises(NotApplicable):
        number_forms(small_context(type("Other", (AsText,), {"task": task})))


class Bill(Env):
    """The total of a bill as a text; signs and separators of thousands are optional."""

    schema: ClassVar[dict[str, Any]] = small_schema(total={"type": "string"})
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}
    rule = "`£1,234.50` and `1234.50` are the same amount."
    form = r"£?((?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d)"

    def begin(self) -> None:
        large = self.options.get("level") == 2
        self.cents = self.rng.randrange(110_000, 990_000) if large else self.rng.randrange(100, 999)

    def show(self) -> Message:
        return {"rule": self.rule, "cents": self.cents}

    def paid(self, action: Message) -> float:
        self.over = True
        read = re.fullmatch(self.form, action["total"])
        return float(bool(read) and read[1].replace(",", "") == f"{self.cents / 100:.2f}")

    def oracle(self) -> Message:
        return {"total": f"£{self.cents / 100:,.2f}"}


class CommasNeeded(Bill):
    form = r"£?(\d{1,3}(?:,\d{3})*\.\d\d)"


class SignNeeded(Bill):
    form = r"£((?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d)"


class CommasAsked(CommasNeeded):
    rule = "Write `£1,234.50`, with a comma."


def test_forms_of_an_amount_that_a_text_allows_are_paid() -> None:
    number_forms(small_context(Bill))
    for env_class, form in (
        (CommasNeeded, "without separators of thousands"),
        (SignNeeded, "without a sign of money"),
    ):
        with pytest.raises(PropertyViolated, match=f"{form}, which a text allows"):
            number_forms(small_context(env_class))
    with pytest.raises(NotApplicable, match="another form"):
        number_forms(small_context(CommasAsked))
