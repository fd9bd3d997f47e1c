"""Episodes that a check has played are not played again by the next, unless they may differ."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking import policies
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.kept_plays import KeptPlays
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, small_context


class Counting(Env):
    """Counts its resets over all instances."""

    resets = 0

    def reset(self, seed: int | None = None, **options: Any) -> Any:
        Counting.resets += 1
        return super().reset(seed, **options)


@pytest.fixture
def context(monkeypatch: pytest.MonkeyPatch) -> CheckContext:
    made = small_context(Counting)
    made.survey.deterministic = True
    monkeypatch.setattr(
        policies, "oracle_of", lambda _: lambda env, observation: dict(made.pool[0])
    )
    Counting.resets = 0
    return made


def test_an_episode_of_the_oracle_is_played_once(context: CheckContext) -> None:
    first = oracle_rollout(context, 5, 3)
    assert oracle_rollout(context, 5, 3) == first
    assert Counting.resets == 1
    oracle_rollout(context, 6, 3)
    assert Counting.resets == 2


def test_what_may_differ_is_played_again(context: CheckContext) -> None:
    for _ in range(2):
        oracle_rollout(context, None, 3)
    context.survey.deterministic = False
    for _ in range(2):
        oracle_rollout(context, 5, 3)
    assert Counting.resets == 4


def test_responses_are_those_that_were_given(context: CheckContext) -> None:
    first: list[Response] = []
    again: list[Response] = []
    oracle_rollout(context, 5, 3)
    oracle_rollout(context, 5, 3, first)
    assert Counting.resets == 2  # the first rollout was kept without responses
    oracle_rollout(context, 5, 3, again)
    assert Counting.resets == 2
    assert [response.plain() for response in again] == [response.plain() for response in first]
    assert len(again) > 1


def rollout(steps: int, *, done: bool, out_of_time: bool = False) -> Rollout:
    return Rollout(1, [{}] * steps, [0.0] * steps, done, out_of_time=out_of_time)


def played(kept: KeptPlays, limit: int, made: Rollout) -> bool:
    """Whether the episode was played, and not a kept one taken."""
    return kept.solution(1, limit, {}, lambda _: made, None) is made


def test_an_episode_holds_for_the_limits_that_it_ended_within() -> None:
    kept = KeptPlays()
    assert played(kept, 9, rollout(4, done=True))
    assert not played(kept, 4, rollout(4, done=True))
    assert played(kept, 3, rollout(3, done=False))
    assert not played(kept, 9, rollout(4, done=True)), "a cut one does not replace a whole one"


def test_an_episode_that_was_cut_holds_for_its_own_limit() -> None:
    kept = KeptPlays()
    assert played(kept, 3, rollout(3, done=False))
    assert not played(kept, 3, rollout(3, done=False))
    assert played(kept, 4, rollout(4, done=False))


def test_an_episode_that_took_too_long_is_not_kept() -> None:
    kept = KeptPlays()
    for _ in range(2):
        assert played(kept, 3, rollout(2, done=False, out_of_time=True))


def test_additions_are_what_is_new_and_small() -> None:
    kept = KeptPlays({"a": [{"x": 1}]})
    earlier = KeptPlays(dict(kept.messages))
    kept.messages |= {"b": [{"x": 2}], "large": [{"x": "y" * 200_000}], "no JSON": [{"x": {1}}]}
    played(kept, 3, rollout(3, done=True))
    added = kept.added_to(earlier)
    assert added["messages"] == {"b": [{"x": 2}]}
    later = KeptPlays()
    later.add(added)
    assert later.messages == {"b": [{"x": 2}]}
    assert not played(later, 3, rollout(3, done=True))
    later.add({"messages": {str(number): [] for number in range(2000)}})
    assert later.messages == {"b": [{"x": 2}]}


@pytest.mark.parametrize(
    "forged",
    [
        5,
        {"messages": 5, "solutions": 5},
        {"messages": {"a": 5, "b": [5]}, "solutions": {"[1, {}]": 5}},
        {"solutions": {"[1, {}]": {}}},
        {"solutions": {"[1, {}]": {"rollout": {"seed": "x"}, "messages": None}}},
    ],
)
def test_what_the_environment_may_have_written_is_not_believed(forged: Any) -> None:
    kept = KeptPlays()
    kept.add(forged)
    assert kept.messages == {}
    assert played(kept, 3, rollout(3, done=True))


def test_forged_messages_of_an_episode_are_not_believed() -> None:
    kept = KeptPlays()
    told: list[Response] = []
    kept.solution(1, 3, {}, lambda _: rollout(2, done=True), None)
    for messages in ([{}], [1, 2, 3], "text"):
        kept.solutions["[1, {}]"]["messages"] = messages
        made = rollout(1, done=True)
        assert kept.solution(1, 3, {}, lambda _, made=made: made, told) is made  # type: ignore[misc]
        kept.solutions["[1, {}]"]["rollout"] = vars(rollout(2, done=True))
    assert told == []
