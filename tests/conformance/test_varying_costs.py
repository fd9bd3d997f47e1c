"""A clock that tells the answer where the reply is noisy is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.varying_costs import varying_costs
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_SOILS = {"podzol": 12, "loam": 24, "clay": 36, "marsh": 48, "peat": 6}


class Samples(Env):
    """A test of a soil gives its clay content with noise, and takes 40 minutes."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["test", "name"]}, soil={"enum": sorted(_SOILS)}
    )
    noise = 20.0

    def begin(self) -> None:
        self.soil = self.rng.choice(sorted(_SOILS))
        self.clay = _SOILS[self.soil] + self.rng.choice((-1, 0, 1))
        self.minutes, self.log = 0, list[str]()

    def cost(self, reading: float) -> int:
        return 40 + self.rng.randrange(20)

    def show(self) -> Message:
        return {"minutes": self.minutes, "log": list(self.log)}

    def paid(self, action: Message) -> float:
        if action["do"] == "name":
            self.over = True
            return float(action.get("soil") == self.soil)
        reading = round(self.clay + self.rng.uniform(-self.noise, self.noise), 1)
        self.minutes += self.cost(reading)
        self.log.append(f"clay {reading} %")
        return 0.0

    def oracle(self) -> Message:
        return {"do": "name", "soil": self.soil} if self.log else {"do": "test"}


class Telling(Samples):
    def cost(self, reading: float) -> int:
        return 40 + round(self.clay / 2)


class Exact(Telling):
    """The reply tells as much."""

    noise = 0.0


class FromTheReply(Samples):
    noise = 2.0

    def cost(self, reading: float) -> int:
        return 40 + round(reading / 2)


class Fixed(Samples):
    def cost(self, reading: float) -> int:
        return 40


def test_a_clock_that_follows_the_hidden_value_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="the change of minutes tells the answer"):
        varying_costs(small_context(Telling))


@pytest.mark.parametrize("env_class", [Samples, Exact, FromTheReply])
def test_random_costs_and_those_of_the_reply_tell_nothing(env_class: type[Env]) -> None:
    varying_costs(small_context(env_class))


def test_fixed_costs_leave_nothing_to_check() -> None:
    with pytest.raises(NotApplicable, match="no first step costs more"):
        varying_costs(small_context(Fixed))
