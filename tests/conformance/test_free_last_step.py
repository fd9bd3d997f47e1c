"""The last costly step must be charged like those before it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.free_last_step import free_last_step
from tests.conformance.small_environment import Env, Message, small_context, small_schema

FEES = {"look": 0.1, "weigh": 0.05, "rest": 0.0}


class Desk(Env):
    """Looks with fees, and then an answer; each fee is charged with its look."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"type": "string", "enum": ["look", "weigh", "answer"]}
    )

    def begin(self) -> None:
        self.taken: list[str] = []

    def charged(self) -> float:
        return FEES[self.taken[-1]]

    def paid(self, action: Message) -> float:
        self.over = action["kind"] == "answer"
        if self.over:
            return 1.0
        self.taken.append(action["kind"])
        return -self.charged()

    def oracle(self) -> Message:
        return {"kind": "answer"}


class ChargedLater(Desk):
    def charged(self) -> float:
        return FEES[self.taken[-2]] if len(self.taken) > 1 else 0.0


class FirstIsFree(Desk):
    def charged(self) -> float:
        return FEES[self.taken[-1]] if len(self.taken) > 1 else 0.0


class Free(Desk):
    def charged(self) -> float:
        return 0.0


def test_a_last_look_that_is_never_charged_is_reported() -> None:
    free_last_step(small_context(Desk))
    free_last_step(small_context(FirstIsFree))
    with pytest.raises(PropertyViolated, match=r"is never charged: .*costs 0\.05 .*costs 0\.1 "):
        free_last_step(small_context(ChargedLater))


def test_where_nothing_costs_anything() -> None:
    with pytest.raises(NotApplicable, match="costs anything"):
        free_last_step(small_context(Free))
