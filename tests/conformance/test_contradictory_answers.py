"""An answer that refers an order and fills it as well must not be right for both."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.contradictory_answers import (
    contradictory_answers,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Orders(Env):
    """Some orders can be filled, and the others must be referred."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        units={"type": "array", "items": {"type": "string"}, "default": []},
        refer={"type": "boolean", "default": False},
    )
    limit = 1

    def begin(self) -> None:
        self.wanted = [f"unit {self.rng.randrange(1000)}"] if self.rng.random() < 0.6 else []

    def show(self) -> Message:
        return {"wanted": self.wanted}

    def paid(self, action: Message) -> float:
        units, refer = action["units"], action.get("refer", False)
        return float(refer != bool(self.wanted) and units == self.wanted)

    def oracle(self) -> Message:
        return {"units": self.wanted, "refer": not self.wanted}


class OneOfTwoIsRead(Orders):
    def paid(self, action: Message) -> float:
        if self.wanted:
            return float(action["units"] == self.wanted)
        return float(action.get("refer", False))


class ReferWins(Orders):
    """Who refers an order that could be filled is wrong, whatever else is said."""

    def paid(self, action: Message) -> float:
        refer = action.get("refer", False)
        return float(refer == (not self.wanted) and (refer or action["units"] == self.wanted))


class NeverReferred(Orders):
    def begin(self) -> None:
        self.wanted = [f"unit {self.rng.randrange(1000)}"]


def test_a_contradictory_answer_that_is_always_paid_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="either set 'refer' or fill 'units'"):
        contradictory_answers(small_context(OneOfTwoIsRead))


def test_one_that_is_wrong_in_one_of_the_two_cases_is_not() -> None:
    for env_class in (Orders, ReferWins):
        contradictory_answers(small_context(env_class))
    with pytest.raises(NotApplicable):
        contradictory_answers(small_context(NeverReferred))
