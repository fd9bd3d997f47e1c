"""A number of the first message that tells the decision of an investigation is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.early_numbers import early_numbers
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_FAULTS = ("cloud", "dew", "slip", "wind")


class Log(Env):
    """A log is read page by page, then the fault is named; the first message tells its length."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["read", "name"]}, fault={"enum": ["", *_FAULTS], "default": ""}
    )
    limit = 4

    def begin(self) -> None:
        self.fault = self.rng.choice(_FAULTS)
        self.length = self.rng.randrange(10, 40)
        self.page = ""

    def show(self) -> Message:
        return {"length": self.length, "page": self.page}

    def paid(self, action: Message) -> float:
        if action["do"] == "read":
            self.page = f"{self.fault} at {self.rng.random()}"
            return 0.0
        self.over = True
        return float(action.get("fault") == self.fault)

    def oracle(self) -> Message:
        if not self.page:
            return {"do": "read", "fault": ""}
        return {"do": "name", "fault": self.fault}


class LengthOfTheFault(Log):
    def begin(self) -> None:
        super().begin()
        self.length = 10 + 8 * _FAULTS.index(self.fault) + self.rng.randrange(6)


class HalfTold(Log):
    """The number tells a little, as a prior may."""

    def begin(self) -> None:
        super().begin()
        self.length = 10 + 8 * _FAULTS.index(self.fault) + self.rng.randrange(30)


class OneStep(LengthOfTheFault):
    """The number is the task."""

    def oracle(self) -> Message:
        return {"do": "name", "fault": self.fault}


def test_a_number_that_tells_the_decision_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="length, which is shown at once, tells"):
        early_numbers(small_context(LengthOfTheFault))


@pytest.mark.parametrize("env_class", [Log, HalfTold])
def test_numbers_that_tell_little_are_not(env_class: type[Env]) -> None:
    early_numbers(small_context(env_class))


def test_what_one_step_answers_is_the_task() -> None:
    with pytest.raises(NotApplicable, match="one step"):
        early_numbers(small_context(OneStep))
