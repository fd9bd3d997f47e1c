"""Constant answers outside of what the tasks are about, in the form of the solution's texts."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.constant_answers import constant_actions
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.constant_policies import canary_floor
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Office(Env):
    """The hour of the day that is free; the office is open from 9 to 17."""

    schema: ClassVar[dict[str, Any]] = small_schema(start={"type": "string"})
    closes = 17

    def begin(self) -> None:
        self.free = self.rng.randrange(9, 17)

    def show(self) -> Message:
        return {"busy": [hour for hour in range(9, 17) if hour != self.free]}

    def paid(self, action: Message) -> float:
        self.over = True
        start = action["start"]
        hour = int(start[:2]) if start[:2].isdigit() and start[2:] == ":00" else -1
        return float(9 <= hour < self.closes and hour not in self.show()["busy"])

    def oracle(self) -> Message:
        return {"start": f"{self.free:02}:00"}


class OpenAtNight(Office):
    closes = 24


class Scale(Env):
    """A mass in grams, kilograms or tons; `coarse` compares as many places as are written."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        amount={"type": "string"}, unit={"type": "string", "enum": ["g", "kg", "t"]}
    )
    coarse = False

    def begin(self) -> None:
        self.grams = self.rng.randrange(1000, 90_000)

    def show(self) -> Message:
        return {"cartons": [self.grams // 2, self.grams - self.grams // 2]}

    def paid(self, action: Message) -> float:
        self.over = True
        if not action["amount"].isdigit():
            return 0.0
        right = self.grams / {"g": 1, "kg": 1000, "t": 1_000_000}[action["unit"]]
        return float(int(action["amount"]) == (round(right) if self.coarse else right))

    def oracle(self) -> Message:
        return {"amount": str(self.grams), "unit": "g"}


class CoarseScale(Scale):
    coarse = True


@pytest.mark.parametrize(("sound", "defect"), [(Office, OpenAtNight), (Scale, CoarseScale)])
def test_a_value_outside_of_the_tasks_must_not_solve_all_of_them(
    sound: type[Env], defect: type[Env]
) -> None:
    canary_floor(small_context(sound))
    with pytest.raises(PropertyViolated, match="one action solves"):
        canary_floor(small_context(defect))


def test_values_have_the_form_of_the_solution() -> None:
    assert {"start": "23:30"} in constant_actions(small_context(Office))
    assert {"amount": "0", "unit": "t"} in constant_actions(small_context(Scale))
    assert not any(":" in str(a["amount"]) and a["amount"] != ":" and len(a["amount"]) == 5
                   for a in constant_actions(small_context(Scale)))  # fmt: skip
