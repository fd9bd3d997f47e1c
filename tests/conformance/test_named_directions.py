"""A reply that says too low for too high is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.named_directions import named_directions
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Weights(Env):
    """Find a number; the reply says on which side a wrong one lies."""

    schema: ClassVar[dict[str, Any]] = small_schema(weight={"type": "integer"})
    below, above = "That is too low.", "That is too high."

    def begin(self) -> None:
        self.weight = self.rng.randint(20, 80)
        self.said = ""

    def show(self) -> Message:
        return {"said": self.said}

    def paid(self, action: Message) -> float:
        self.over = action["weight"] == self.weight
        self.said = self.below if action["weight"] < self.weight else self.above
        return float(self.over)

    def oracle(self) -> Message:
        return {"weight": self.weight}


class Exchanged(Weights):
    below, above = Weights.above, Weights.below


class Days(Weights):
    """The same with dates, of which the first message shows one."""

    schema: ClassVar[dict[str, Any]] = small_schema(day={"type": "string"})
    below, above = "too early", "too late"

    def begin(self) -> None:
        self.day = f"2024-0{self.rng.randint(1, 9)}-15"
        self.said = "It began on 2024-01-02."

    def paid(self, action: Message) -> float:
        self.over = action["day"] == self.day
        self.said = self.below if action["day"] < self.day else self.above
        return float(self.over)

    def oracle(self) -> Message:
        return {"day": self.day}


class ExchangedDays(Days):
    below, above = Days.above, Days.below


class Silent(Weights):
    below = above = "wrong"


@pytest.mark.parametrize("env_class", [Weights, Days])
def test_replies_the_right_way_round_are_sound(env_class: type[Env]) -> None:
    named_directions(small_context(env_class))


@pytest.mark.parametrize(("env_class", "name"), [(Exchanged, "weight"), (ExchangedDays, "day")])
def test_replies_the_wrong_way_round_are_reported(env_class: type[Env], name: str) -> None:
    with pytest.raises(PropertyViolated, match=f"values of '{name}' that are far below"):
        named_directions(small_context(env_class))


def test_replies_that_name_no_side_are_not_judged() -> None:
    with pytest.raises(NotApplicable, match="on which side"):
        named_directions(small_context(Silent))
