"""Comparing messages of two conditions."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import (
    BUDGET_USED_UP,
    NotApplicable,
    PropertyViolated,
)
from tests.conformance.small_environment import Env, small_context


def test_items_that_are_left_out_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    context = small_context(Env)
    assert [*context.until_budget(range(3))] == [0, 1, 2]
    assert context.figures == {}
    monkeypatch.setattr(context, "seconds_left", lambda: -0.5)
    assert [*context.until_budget(range(3), least=2)] == [0, 1]
    assert context.figures == {BUDGET_USED_UP: True}


def test_all_items_within_the_least_number_leave_nothing_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = small_context(Env)
    monkeypatch.setattr(context, "seconds_left", lambda: -0.5)
    assert [*context.until_budget(range(3), least=3)] == [0, 1, 2]
    assert not context.out_of_time(1.0)
    assert context.figures == {}


@pytest.mark.parametrize("meanwhile", ["a1b2c3d4", "12345678"])
def test_an_id_that_looks_like_a_number_is_recognised_by_the_control(meanwhile: str) -> None:
    """Where the same field is an id under the same conditions, or is always the same number."""
    plays = SimpleNamespace(
        subject=SimpleNamespace(url=None),
        slow=False,
        play_in_fresh_process=lambda episode, again: [{"alert_id": meanwhile, "level": 1}],
    )
    expected = [{"alert_id": "12345678", "level": 1}]

    def require(seen: dict[str, Any]) -> None:
        CheckContext.require_same_messages(plays, Episode.of(1, []), expected, [seen], "twice")  # type: ignore[arg-type]

    if meanwhile == "12345678":
        with pytest.raises(PropertyViolated, match="alert_id"):
            require({"alert_id": "87654321", "level": 1})
    else:
        require({"alert_id": "87654321", "level": 1})
        with pytest.raises(PropertyViolated, match="level"):
            require({"alert_id": "87654321", "level": 2})


def test_a_process_that_played_before_is_not_taken_for_the_condition() -> None:
    """A generator of the module goes on with each episode of a process."""
    plays = SimpleNamespace(
        subject=SimpleNamespace(url=None),
        slow=False,
        play_in_fresh_process=lambda episode, again: [{"level": 1}],
        _fresh_process=lambda data: [{"level": data["times"]}],
    )
    plays.require_same_when_repeated = functools.partial(
        CheckContext.require_same_when_repeated,
        plays,  # type: ignore[arg-type]
    )

    def require(used_process: bool) -> None:
        CheckContext.require_same_messages(  # type: ignore[arg-type]
            plays, Episode.of(1, []), [{"level": 1}], [{"level": 3}], "x", used_process=used_process
        )

    with pytest.raises(NotApplicable, match="again in a process"):
        require(used_process=True)
    with pytest.raises(PropertyViolated, match="level"):
        require(used_process=False)


def test_former_failures_and_what_earned_something_else_are_tried_first() -> None:
    context = small_context(Env)
    usual = context.corpus()
    assert context.first_episodes(2) == usual[:2]
    failed = Episode.of(7, [{"a": 1}], "failed")
    stored = CheckContext(
        context.subject, context.survey, context.profile, extra={"stored": [failed.to_dict()]}
    )
    assert stored.stored == [failed]
    assert stored.first_episodes(2) == [failed, *usual[:2]]
    rollout = {"seed": 3, "actions": [{"a": 2}], "rewards": [1.0], "done": True}
    context.survey.found["unrepeated"] = [rollout]
    again = context.corpus()[1]
    assert (again.seed, again.actions) == (3, [{"a": 2}])
