"""A seed must fix the task of each level, also where messages do not show it."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.variants.repeating import each_is_repeatable
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Hidden(Env):
    """Name a hidden number in one step; nothing is shown of it."""

    schema: ClassVar[dict[str, Any]] = small_schema(number={"type": "integer"})
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}
    limit = 1
    system_level = 0

    def begin(self) -> None:
        is_system = self.options.get("level") == self.system_level
        drawn = random.SystemRandom() if is_system else self.rng
        self.number = drawn.randrange(10**9)

    def paid(self, action: Message) -> float:
        return float(action["number"] == self.number)

    def oracle(self) -> Message:
        return {"number": self.number}


class OtherAtLevelTwo(Hidden):
    """The operating system draws the number at level 2."""

    system_level = 2


def test_the_oracles_actions_must_be_paid_alike_in_a_new_process() -> None:
    each_is_repeatable(small_context(Hidden))
    with pytest.raises(PropertyViolated, match=r"level=2\): .* earn 1, and 0 when") as raised:
        each_is_repeatable(small_context(OtherAtLevelTwo))
    assert raised.value.episode is not None
