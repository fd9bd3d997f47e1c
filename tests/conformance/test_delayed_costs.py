"""A charge that follows from the action before, and not from the step's own, is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.delayed_costs import delayed_costs
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_ENERGY = (0, 3, 8, 16)


class Lift(Env):
    """A lift runs at one of four speeds; a change of speed costs one more."""

    schema: ClassVar[dict[str, Any]] = small_schema(speed={"enum": [0, 1, 2, 3]})
    limit = 6

    def begin(self) -> None:
        self.speed, self.cost, self.spent = 0, 0, 0
        self.queue = self.rng.randrange(30)

    def show(self) -> Message:
        return {"queue": self.queue, "cost": self.cost}

    def charged(self, old: int, new: int) -> int:
        return _ENERGY[new]

    def paid(self, action: Message) -> float:
        speed = action["speed"]
        self.cost = self.charged(self.speed, speed) + (speed != self.speed)
        self.spent += self.cost
        self.queue = max(0, self.queue - 4 * speed)
        self.speed = speed
        return float(self.queue == 0 and speed == 1)

    def oracle(self) -> Message:
        return {"speed": 1}


class Late(Lift):
    def charged(self, old: int, new: int) -> int:
        return _ENERGY[old]


class LateSum(Late):
    """The sum is shown."""

    def show(self) -> Message:
        return {"queue": self.queue, "spent": self.spent}


class LateSpeed(Late):
    """A number that is not named as a cost may lag."""

    def show(self) -> Message:
        return {"queue": self.queue, "momentum": self.cost}


class OfBoth(Lift):
    def charged(self, old: int, new: int) -> int:
        return _ENERGY[old] + _ENERGY[new]


@pytest.mark.parametrize("env_class", [Late, LateSum])
def test_a_charge_for_the_step_before_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="whatever the second step does"):
        delayed_costs(small_context(env_class))


@pytest.mark.parametrize("env_class", [Lift, OfBoth, LateSpeed])
def test_a_charge_of_the_step_itself_and_other_numbers_are_not(env_class: type[Env]) -> None:
    delayed_costs(small_context(env_class))
