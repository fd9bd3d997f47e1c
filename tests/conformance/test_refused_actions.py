"""An action that the environment refuses earns nothing."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.refused_actions import refused_pays_nothing
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Desk(Env):
    """Sort a letter into a box. Without a box the action is refused."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["sort", "wait"]}, box={"enum": [None, "A", "B"]}
    )
    refused = 0.0
    waiting = 0.0

    def begin(self) -> None:
        self.right = self.rng.choice("AB")
        self.error: str | None = None

    def show(self) -> Message:
        return {"error": self.error, "count": self.count}

    def paid(self, action: Message) -> float:
        self.error = None
        if action.get("kind") == "wait":
            return self.waiting
        if not action.get("box"):
            self.error = "a box is needed"
            return self.refused
        self.over = True
        return float(action["box"] == self.right)

    def oracle(self) -> Message:
        return {"kind": "sort", "box": self.right}


def test_refusals_without_pay_are_sound() -> None:
    refused_pays_nothing(small_context(Desk))


def test_a_refusal_that_is_paid_is_reported() -> None:
    paying = type("Paying", (Desk,), {"refused": 0.1})
    with pytest.raises(PropertyViolated, match=r"refused \(error: a box is needed\), .* pays 0\.1"):
        refused_pays_nothing(small_context(paying))


def test_what_each_step_earns_a_refusal_may_earn_too() -> None:
    class Alive(Desk):
        refused = waiting = 0.1

        def paid(self, action: Message) -> float:
            return max(0.1, super().paid(action))

    refused_pays_nothing(small_context(Alive))


def test_an_action_that_is_wrong_and_changes_something_is_not_refused() -> None:
    class Moving(Desk):
        refused = 0.1

        def begin(self) -> None:
            super().begin()
            self.place = 0

        def show(self) -> Message:
            return {**super().show(), "place": self.place}

        def paid(self, action: Message) -> float:
            self.place += 1
            return super().paid(action)

    with pytest.raises(NotApplicable):
        refused_pays_nothing(small_context(Moving))


def test_partial_pay_that_depends_on_the_task_is_no_pay_for_a_refusal() -> None:
    class Partial(Desk):
        def paid(self, action: Message) -> float:
            earned = super().paid(action)
            return 0.5 * (self.right == "A") if self.error else earned

    refused_pays_nothing(small_context(Partial))
