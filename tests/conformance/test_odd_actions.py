"""Actions that make no sense."""

from __future__ import annotations

from typing import Any, ClassVar

from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Plan(Env):
    """Give each of four plants its output."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        plan={"type": "array", "items": {"type": "integer"}},
        note={"type": "object"},
        final={"type": "boolean"},
    )
    limit = 1

    def begin(self) -> None:
        self.plan = [self.rng.randrange(1, 90) for _ in range(4)]

    def paid(self, action: Message) -> float:
        return float(action["plan"] == self.plan)

    def oracle(self) -> Message:
        return {"plan": self.plan, "note": {"rate": 0.5, "by": "me"}, "final": True}


class Sheet(Env):
    """Write a sum into a cell."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})

    def paid(self, action: Message) -> float:
        self.over = action["command"] == "SET D1 120"
        return float(self.over)

    def oracle(self) -> Message:
        return {"command": "SET D1 120"}


def test_digits_of_other_scripts_stand_in_texts_of_solutions() -> None:
    made = odd_actions(small_context(Sheet))
    assert {"command": "SET D² 120"} in made
    assert {"command": "SET D1 ٣"} in made


def test_each_number_of_a_solution_is_zero_at_once() -> None:
    zeroed = {"plan": [0] * 4, "note": {"rate": 0.0, "by": "me"}, "final": True}
    assert zeroed in odd_actions(small_context(Plan))
