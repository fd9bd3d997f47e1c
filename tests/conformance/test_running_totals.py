"""Steps that are paid, or charged, what the whole episode has earned or cost so far."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.running_totals import running_totals
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Tests(Env):
    """Order tests, each with a price of its own; 0 ends the episode."""

    schema: ClassVar[dict[str, Any]] = small_schema(test={"type": "integer"})
    limit = 20
    sign = -1

    def begin(self) -> None:
        self.done: list[int] = []

    def show(self) -> Message:
        return {"done": list(self.done)}

    def paid(self, action: Message) -> float:
        test = action["test"]
        if test == 0:
            self.over = True
            return 1.0
        before = self.total()
        self.done += [] if test in self.done else [test]
        return self.sign * self.charged(before)

    def total(self) -> float:
        return sum(0.01 + 0.01 * (abs(test) % 29) for test in self.done)

    def charged(self, before: float) -> float:
        return self.total() - before

    def oracle(self) -> Message:
        return {"test": 0}


class ChargedAgain(Tests):
    def charged(self, before: float) -> float:
        return self.total()


class PaidAgain(ChargedAgain):
    sign = 1


def test_a_price_that_is_charged_once_is_sound() -> None:
    running_totals(small_context(Tests))


@pytest.mark.parametrize(("env_class", "never"), [(ChargedAgain, "rise"), (PaidAgain, "fall")])
def test_totals_that_come_back_are_reported(env_class: type[Env], never: str) -> None:
    with pytest.raises(PropertyViolated, match=f"so does every later reward.* never {never}"):
        running_totals(small_context(env_class))
