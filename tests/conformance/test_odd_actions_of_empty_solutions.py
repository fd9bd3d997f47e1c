"""Episodes that are over at their reset leave an oracle without a step, and the suite sound."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties import load_checks
from tests.conformance.small_environment import Env, Message, small_context, small_schema

IDS = (
    "reward.extreme_numbers",
    "reward.paid_again",
    "secrecy.errors",
    "semantic.beyond_ranges",
    "step.invalid_terminates",
    "time.hang",
)


class Over(Env):
    """Every other episode is over at its reset."""

    schema: ClassVar[dict[str, Any]] = small_schema(number={"type": "integer"})
    rule = "The number is from 1 to 9."

    def reset(self, seed: int | None = None, **options: Any) -> Message:
        shown = super().reset(seed=seed, **options)
        self.over = (seed or 0) % 2 == 0
        return {**shown, "rule": self.rule, "done": self.over}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["number"] == 5)

    def oracle(self) -> Message:
        return {"number": 5}


@pytest.mark.parametrize("property_id", IDS)
def test_a_solution_without_a_step_raises_nothing(property_id: str) -> None:
    context = small_context(Over)
    assert any(not solution.actions for solution in context.survey.solutions)
    check = load_checks()[property_id].whole
    assert check is not None
    try:
        check(context)
    except (PropertyViolated, EvidenceMissing, NotApplicable):
        return
