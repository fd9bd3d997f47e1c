"""Episodes of policies: the flag for success in a message, and episodes that are cut."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.solution_problem import solution_problem
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.survey import rollouts
from hallmark_rl.conformance.survey.rollouts import read_success
from tests.conformance.small_environment import Env, Message, small_context, small_schema


@pytest.mark.parametrize(
    ("message", "success"),
    [
        ({"success": True, "won": False}, True),
        ({"won": True}, True),
        ({"success": None, "won": True}, None),
        ({"metadata": {"solved": False}}, False),
        ({"success": "yes"}, None),
        (None, None),
    ],
)
def test_the_first_flag_that_is_there_counts(message: Any, success: bool | None) -> None:
    """`won` beside an empty `success` says something else, such as that a bid was the highest."""
    assert read_success(message) is success


class Endless(Env):
    schema: ClassVar[dict[str, Any]] = small_schema(go={"type": "boolean"})
    limit = 50

    def paid(self, action: Message) -> float:
        return 0.0

    def oracle(self) -> Message:
        return {"go": True}


def test_an_episode_of_a_slow_policy_is_no_failed_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    context = small_context(Endless)
    clock = itertools.count()
    monkeypatch.setattr(rollouts, "time", SimpleNamespace(monotonic=lambda: 8.0 * next(clock)))
    oracle = oracle_of(context)
    cut = rollouts.play_policy(context.subject, context.survey, oracle, 1, 60)
    assert cut.out_of_time
    with pytest.raises(EvidenceMissing, match="takes too long: in 20 s it made 2 steps"):
        solution_problem(context, cut)


def test_an_episode_that_reaches_its_last_step_is_judged() -> None:
    context = small_context(Endless)
    whole = rollouts.play_policy(context.subject, context.survey, oracle_of(context), 1, 10)
    assert not whole.out_of_time
    assert "do not end the episode" in solution_problem(context, whole)
