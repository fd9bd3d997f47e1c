"""Policies that earn more than the oracle: by luck, or by more than the task pays."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.oracle_is_best import (
    _before_costs,
    oracle_dominates,
)
from hallmark_rl.conformance.survey.rollouts import play_actions
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema

CHOICES = ["ash", "bourne", "calder"]


class Guess(Env):
    """A look-up costs a little and shows the answer, which a guess may give without it."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["open", "answer"]}, text={"enum": CHOICES}
    )
    limit = 4
    declared: ClassVar[dict[str, Any]] = {"max_steps": 4}
    is_over_after_an_answer = True

    def begin(self) -> None:
        self.river, self.seen = self.rng.choice(CHOICES), ""

    def show(self) -> Message:
        return {"seen": self.seen}

    def paid(self, action: Message) -> float:
        if action["do"] == "open":
            self.seen = self.river
            return -0.02
        self.over = self.is_over_after_an_answer
        return float(action["text"] == self.river)

    def oracle(self) -> Message:
        return {"do": "answer" if self.seen else "open", "text": self.seen or "ash"}


class PaidAgain(Guess):
    """The right answer is paid as often as it is given."""

    is_over_after_an_answer = False
    limit = 2


def test_costs_do_not_count_in_what_a_guess_may_earn() -> None:
    assert _before_costs(Rollout(1, [{}] * 3, [-0.02, -0.02, 1.0], True)) == pytest.approx(1.0)
    assert _before_costs(Rollout(1, [{}] * 2, [0.5, 0.5], True)) >= 1.0


def test_a_lucky_guess_that_saves_the_look_up_is_not_reported() -> None:
    context = small_context(Guess)
    guess = {"do": "answer", "text": "ash"}
    lucky = [play_actions(context.subject, context.survey, [guess], seed) for seed in context.seeds]
    context.survey.random_rollouts = lucky
    earned = [
        (rollout.total, solution.total)
        for rollout, solution in zip(lucky, context.solutions, strict=True)
    ]
    assert (1.0, 0.98) in earned
    oracle_dominates(context)


def test_more_than_the_oracle_earns_before_its_costs_is_reported() -> None:
    context = small_context(PaidAgain)
    with pytest.raises(PropertyViolated, match=r"the oracle earns 0\.98$"):
        oracle_dominates(context)
