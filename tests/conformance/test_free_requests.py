"""A hint that costs something alone, and nothing beside an answer, is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.free_requests import free_requests
from tests.conformance.small_environment import Env, Message, small_context


class Safe(Env):
    """Find a number; a hint tells whether it is even, and costs a tenth."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "properties": {
            "number": {"type": "integer", "minimum": 0, "maximum": 30, "default": 0},
            "hint": {"type": "boolean", "default": False},
        },
    }

    def begin(self) -> None:
        self.number = self.rng.randrange(1, 31)
        self.note = ""

    def show(self) -> Message:
        return {"count": self.count, "note": self.note}

    def paid(self, action: Message) -> float:
        sent = action.get("number", 0)
        self.over = sent == self.number
        self.note = "wrong" if sent else ""
        if action.get("hint"):
            self.note += " even" if self.number % 2 == 0 else " odd"
        return float(self.over) - self.cost(action)

    def cost(self, action: Message) -> float:
        return 0.1 * bool(action.get("hint"))

    def oracle(self) -> Message:
        return {"number": self.number}


class FreeBesideNumbers(Safe):
    def cost(self, action: Message) -> float:
        return 0.1 * (bool(action.get("hint")) and not action.get("number"))


class FreeHints(Safe):
    def cost(self, action: Message) -> float:
        return 0.0


class CostlierNumbers(Safe):
    """A number costs a step, so does a hint, and both together cost two."""

    def cost(self, action: Message) -> float:
        return 0.1 * bool(action.get("hint")) + 0.05 * bool(action.get("number"))


@pytest.mark.parametrize("env_class", [Safe, CostlierNumbers])
def test_hints_that_always_cost_pass(env_class: type[Env]) -> None:
    free_requests(small_context(env_class))


def test_a_hint_that_is_free_beside_a_number_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="and nothing beside"):
        free_requests(small_context(FreeBesideNumbers))


def test_hints_that_never_cost_do_not_apply() -> None:
    with pytest.raises(NotApplicable):
        free_requests(small_context(FreeHints))
