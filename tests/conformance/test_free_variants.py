"""A request must not be free because one that is like it in part was paid for."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.free_variants import free_variants
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Scales(Env):
    """Weigh a coin against another one for a fee; the same again is free."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["weigh", "name"]},
        left={"type": "integer", "default": 0},
        right={"type": "integer", "default": 0},
    )
    limit = 12

    def begin(self) -> None:
        self.heavy = self.rng.randrange(1, 7)
        self.reply = ""
        self.paid_for: set[Any] = set()

    def show(self) -> Message:
        return {"coins": 6, "reply": self.reply}

    def key(self, left: int, right: int) -> Any:
        return left, right

    def paid(self, action: Message) -> float:
        left, right = action.get("left", 0), action.get("right", 0)
        if action["kind"] == "name":
            self.over = True
            return float(left == self.heavy)
        side = {left: "left", right: "right"}.get(self.heavy, "level")
        self.reply = f"{left} against {right}: {side}"
        key = self.key(left, right)
        is_new = key not in self.paid_for
        self.paid_for.add(key)
        return -0.05 if is_new else 0.0

    def oracle(self) -> Message:
        if self.count < 3:
            return {"kind": "weigh", "left": 2 * self.count + 1, "right": 2 * self.count + 2}
        return {"kind": "name", "left": self.heavy}


class RightIsForgotten(Scales):
    def key(self, left: int, right: int) -> Any:
        return left


class OneFee(Scales):
    """The first weighing opens the shop, and all others are free."""

    def key(self, left: int, right: int) -> Any:
        return ""


class EachCosts(Scales):
    def key(self, left: int, right: int) -> Any:
        return self.count


def test_a_field_that_the_record_of_requests_forgets_is_reported() -> None:
    free_variants(small_context(Scales))
    with pytest.raises(PropertyViolated, match="another 'right' is free"):
        free_variants(small_context(RightIsForgotten))


def test_where_each_request_costs_or_only_the_first_one_there_is_nothing_to_compare() -> None:
    for env_class in (EachCosts, OneFee):
        with pytest.raises(NotApplicable):
            free_variants(small_context(env_class))
