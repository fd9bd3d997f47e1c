"""How a value is written does not tell whether its item is part of the answer."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.written_values import written_values
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Desk(Env):
    """Name the measures that are too large; most limits are 40."""

    schema: ClassVar[dict[str, Any]] = small_schema(verdict={"type": "string"})
    rule = "Name all measures above their limits."
    step_right, step_wrong = 0.1, 0.1

    def begin(self) -> None:
        self.broken = sorted(self.rng.sample(["R1", "R2", "R3", "R4", "R5"], 2))
        self.measured = {
            code: self.value(41, 60, self.step_wrong)
            if code in self.broken
            else self.value(20, 40, self.step_right)
            for code in ("R1", "R2", "R3", "R4", "R5")
        }

    def value(self, low: int, high: int, step: float) -> float:
        return round(low + step * self.rng.randrange(round((high - low) / step)), 1)

    def show(self) -> Message:
        return {"rule": self.rule, "measured": self.measured}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["verdict"] == ", ".join(self.broken))

    def oracle(self) -> Message:
        return {"verdict": ", ".join(self.broken)}


class WholeIfRight(Desk):
    step_right = 1.0


class Records(WholeIfRight):
    """The same as a list of records."""

    def show(self) -> Message:
        items = [{"code": code, "value": value} for code, value in self.measured.items()]
        return {"items": items}


class NamedSoils(Desk):
    """A soil is named; its name holds the word `sand`, which a constant chart has as a row."""

    def begin(self) -> None:
        self.soil = self.rng.choice(["calcareous sand", "loamy sand", "sand"])

    def show(self) -> Message:
        return {"rule": self.rule, "chart": {"sand": 60, "clay": 15, "ph": 6.5}}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["verdict"] == self.soil)

    def oracle(self) -> Message:
        return {"verdict": self.soil}


class AskedFor(WholeIfRight):
    rule = "Name all measures that are no whole numbers."


@pytest.mark.parametrize("env_class", [WholeIfRight, Records])
def test_decimals_that_tell_wrong_values_apart_are_reported(env_class: type[Desk]) -> None:
    with pytest.raises(PropertyViolated, match="is no whole number are the right ones"):
        written_values(small_context(env_class))


@pytest.mark.parametrize("env_class", [Desk, NamedSoils])
def test_values_of_one_form_are_sound(env_class: type[Env]) -> None:
    written_values(small_context(env_class))


def test_the_form_of_numbers_may_be_the_task() -> None:
    with pytest.raises(NotApplicable, match="speaks of the form of numbers"):
        written_values(small_context(AskedFor))


class OddNumbers(Desk):
    """Some measures are no numbers that can be compared."""

    def value(self, low: int, high: int, step: float) -> float:
        odd = [math.nan, math.inf, -math.inf, 10.0**300]
        return self.rng.choice(odd)


def test_numbers_that_are_not_finite_are_left_out() -> None:
    with pytest.raises(NotApplicable, match="numbers of their own"):
        written_values(small_context(OddNumbers))


class Guards(Desk):
    """Name the guards who may work at all."""

    def begin(self) -> None:
        super().begin()
        self.measured = {
            code: float(self.rng.randint(1, 4)) if code in self.broken else 0.0
            for code in self.measured
        }


def test_the_amount_of_none_is_no_form() -> None:
    with pytest.raises(NotApplicable):
        written_values(small_context(Guards))
