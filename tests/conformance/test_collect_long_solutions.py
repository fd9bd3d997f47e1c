"""Solutions of more steps than other policies play."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import solve
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.properties.semantics.oracle_returns import oracle_max
from hallmark_rl.conformance.survey.collect import _play_policies
from hallmark_rl.conformance.survey.survey_data import Survey
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Marathon(Env):
    """Go on for 250 steps."""

    schema: ClassVar[dict[str, Any]] = small_schema(go={"type": "boolean"})
    limit = 250
    declared: ClassVar[dict[str, Any]] = {"max_steps": 250, "success_reward": 1.0}

    def paid(self, action: Message) -> float:
        return float(self.count == self.limit)

    def oracle(self) -> Message:
        return {"go": True}


def played(step_s: float) -> CheckContext:
    """The context after the survey, in which a step seems to take so many seconds."""
    subject = small_context(Marathon).subject
    survey = Survey(schema=Marathon.schema, pool=[{"go": False}], step_s=step_s)
    _play_policies(subject, survey, PROFILES["quick"])
    return CheckContext(subject, survey, PROFILES["quick"])


def test_the_oracle_plays_as_many_steps_as_are_declared() -> None:
    context = played(1e-4)
    assert {len(solution.actions) for solution in context.survey.solutions} == {250}
    oracle_max(context)
    assert context.oracle_steps == 250
    assert solve(context, 12345) is not None


def test_a_slow_oracle_that_was_cut_is_unproved() -> None:
    with pytest.raises(EvidenceMissing, match="played for 200 of 250 steps"):
        oracle_max(played(0.01))
