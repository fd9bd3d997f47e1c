"""Opposite errors are not paid like right numbers where distances are judged."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.opposite_errors import opposite_errors
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Levels(Env):
    """Set three tracks to their levels; the mean distance from them is judged."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        levels={"type": "object", "additionalProperties": {"type": "number"}}
    )
    rule: ClassVar[str] = "The mean distance from the levels must be less than 0.5 dB."

    def begin(self) -> None:
        self.levels = {name: float(self.rng.randint(2, 40)) for name in ("drums", "bass", "keys")}

    def show(self) -> Message:
        return {"rule": self.rule, "levels": self.levels}

    def paid(self, action: Message) -> float:
        self.over = True
        sent = action["levels"]
        if set(sent) != set(self.levels):
            return 0.0
        off = [sent[name] - level for name, level in self.levels.items()]
        return float(self.error(off) < 0.5)

    def error(self, off: list[float]) -> float:
        return sum(map(abs, off)) / len(off)

    def oracle(self) -> Message:
        return {"levels": self.levels}


class Cancelling(Levels):
    def error(self, off: list[float]) -> float:
        return abs(sum(off)) / len(off)


class OnlyTheSum(Cancelling):
    rule: ClassVar[str] = "The levels must add up to the same within 0.5 dB."


class OneNumber(Levels):
    def begin(self) -> None:
        self.levels = {"drums": float(self.rng.randint(2, 40))}


def test_a_mean_of_distances_is_sound() -> None:
    opposite_errors(small_context(Levels))


def test_errors_that_cancel_out_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="are paid like the solution on all"):
        opposite_errors(small_context(Cancelling))


@pytest.mark.parametrize("env_class", [OnlyTheSum, OneNumber])
def test_sums_and_single_numbers_say_nothing(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        opposite_errors(small_context(env_class))
