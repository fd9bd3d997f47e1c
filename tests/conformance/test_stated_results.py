"""Results that the lines of an answer state are judged."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_results import stated_results
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Suite(Env):
    """Write tests of a clamp; a variant is exposed if a test fails on it."""

    schema: ClassVar[dict[str, Any]] = small_schema(tests={"type": "string"})
    runs_the_right_one = True

    def begin(self) -> None:
        self.low = self.rng.randint(1, 9)
        self.high = self.low + self.rng.randint(3, 9)

    def show(self) -> Message:
        return {"task": f"test a clamp from {self.low} to {self.high}"}

    def paid(self, action: Message) -> float:
        self.over = True
        tests = []
        for line in action["tests"].splitlines():
            call, _, result = line.partition(" == ")
            if not call.startswith("clamp(") or not result.strip("'-").isalnum():
                return 0.0
            tests.append((int(call[6:-1]), result))
        if not tests:
            return 0.0

        def passes(low: int, high: int) -> bool:
            return all(str(max(low, min(high, x))) == result for x, result in tests)

        if self.runs_the_right_one and not passes(self.low, self.high):
            return 0.0
        return float(not passes(self.low, 99) and not passes(-99, self.high))

    def oracle(self) -> Message:
        return {"tests": f"clamp(-5) == {self.low}\nclamp(50) == {self.high}"}


class NeverRun(Suite):
    runs_the_right_one = False


class OneLine(NeverRun):
    def paid(self, action: Message) -> float:
        self.over = True
        return 1.0

    def oracle(self) -> Message:
        return {"tests": "a line"}


def test_false_results_that_are_paid_are_reported() -> None:
    stated_results(small_context(Suite))
    with pytest.raises(PropertyViolated, match="on 8 of 8 seeds the answer is paid like the right"):
        stated_results(small_context(NeverRun))


def test_an_answer_without_results_is_left_alone() -> None:
    with pytest.raises(NotApplicable, match="do not state the results"):
        stated_results(small_context(OneLine))
