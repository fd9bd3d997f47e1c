from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

pytest.importorskip("openenv")

from hallmark_rl.sdk import Secret
from hallmark_rl.sdk.environment.models import VerifiedObservation
from hallmark_rl.sdk.environment.rewards import Column, ColumnError, Reward, Transition


class Seen(VerifiedObservation):
    words: list[str] = Field(default_factory=list)


def column(name: str, value: Any, kind: Any = "process", **options: Any) -> Column:
    return Column(name, lambda step: value, kind=kind, **options)


def step(**changes: Any) -> Transition:
    return Transition(None, Seen(words=["a"]), **changes)


def test_the_reward_is_the_weighted_sum_of_the_columns() -> None:
    reward = Reward(
        column("solved", 1.0, "outcome", weight=2.0),
        column("tidy", 0.5, weight=0.1),
        column("cost", -0.25, "cost", range=(-1, 0)),
        column("seen", 1.0, weight=0.0),
    )
    scores = reward.evaluate(step())
    assert scores.columns == {"solved": 1.0, "tidy": 0.5, "cost": -0.25, "seen": 1.0}
    assert scores.reward == pytest.approx(2.0 + 0.05 - 0.25)
    assert (scores.score, scores.success) == (1.0, True)
    assert reward.step_range == (-1.0, 2.1)


def test_an_outcome_is_evaluated_at_the_end_only() -> None:
    reward = Reward(column("solved", 1.0, "outcome"))
    scores = reward.evaluate(step(done=False))
    assert (scores.columns, scores.reward, scores.success) == ({}, 0.0, None)


def test_reward_score_and_reported_score_differ() -> None:
    reward = Reward(
        column("tests", 30.0, "outcome", range=(0, 40), weight=0.1),
        column("style", 1.0, "outcome", weight=1.0),
        report=(0, 100),
    )
    scores = reward.evaluate(step())
    assert scores.reward == pytest.approx(4.0)
    assert scores.score == pytest.approx((0.1 * 0.75 + 1.0) / 1.1)
    assert reward.reported(0.5) == 50
    assert scores.success is False


def test_a_closed_gate_withholds_positive_rewards() -> None:
    def gated(safe: float) -> Reward:
        return Reward(
            column("solved", 1.0, "outcome"),
            column("cost", -0.5, "cost", range=(-1, 0)),
            column("safe", safe, "safety", gate=1.0),
        )

    assert gated(1.0).evaluate(step()).reward == 0.5
    shut = gated(0.0).evaluate(step())
    assert (shut.reward, shut.score, shut.success) == (0.0, 0.0, False)


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, "1.0", None, 1 + 0j, 1.01, -0.01, [1.0]]
)
def test_a_value_outside_the_range_is_an_error_that_names_the_column(value: Any) -> None:
    reward = Reward(column("solved", 1.0, "outcome"), column("odd", value))
    with pytest.raises(ColumnError, match="'odd'") as caught:
        reward.evaluate(step())
    assert caught.value.column == "odd"


@pytest.mark.parametrize("value", [math.nan, math.inf, "1.0", None])
def test_the_error_for_a_value_that_is_not_a_number(value: Any) -> None:
    with pytest.raises(ColumnError, match="which is not a finite number"):
        column("odd", value).validated(value)


def test_a_column_that_raises_names_itself() -> None:
    def broken(_: Transition) -> float:
        raise KeyError("hidden")

    reward = Reward(column("solved", 1.0, "outcome"), Column("odd", broken, kind="process"))
    with pytest.raises(ColumnError, match="'odd' raised KeyError") as caught:
        reward.evaluate(step())
    assert "hidden" not in str(caught.value)


def test_columns_cannot_change_each_others_observations() -> None:
    def vandal(step: Transition) -> float:
        step.observation.words.append("b")
        step.observation.done = True
        step.done = True
        return 0.0

    reward = Reward(
        Column("vandal", vandal, kind="process"),
        Column("count", lambda s: len(s.observation.words) / 2, kind="process"),
        column("solved", 1.0, "outcome"),
    )
    original = step(done=False)
    scores = reward.evaluate(original)
    assert scores.columns == {"vandal": 0.0, "count": 0.5}
    assert original.observation.words == ["a"]
    assert not original.done


def test_columns_cannot_change_each_others_facts() -> None:
    @dataclass
    class Board:
        cells: list[int]

    def vandal(step: Transition) -> float:
        step.facts["board"].cells.append(1)
        step.facts["kept"].reveal()
        raise SystemExit

    reward = Reward(
        Column("vandal", vandal, kind="process"),
        Column("count", lambda s: len(s.facts["board"].cells) / 2, kind="process"),
        column("solved", 1.0, "outcome"),
    )
    board = Board([0])
    original = step(facts={"board": board, "kept": Secret("x")}, done=False)
    with pytest.raises(ColumnError, match="'vandal' raised SystemExit"):
        reward.columns[0](None, original.fresh_view())
    assert reward.columns[1](None, original.fresh_view()) == 0.5
    assert board.cells == original.facts["board"].cells == [0]


@given(st.permutations(["a", "b", "c"]), st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_the_order_of_columns_changes_nothing(order: list[str], values: list[float]) -> None:
    by_name = dict(zip("abc", values, strict=True))
    reward = Reward(*[column(name, by_name[name], "outcome", weight=0.3) for name in order])
    scores = reward.evaluate(step())
    assert dict(scores.columns) == by_name
    assert scores.reward == pytest.approx(0.3 * math.fsum(values))
    assert reward.combine(scores.columns) == scores.reward
    low, high = reward.step_range
    assert low <= scores.reward <= high + 1e-9


def test_forward_hooks_are_called_with_every_score() -> None:
    heard: list[tuple[str, float]] = []
    reward = Reward(column("a", 1.0, kind="outcome"), column("b", 0.5))
    for each in reward.columns:
        each.register_forward_hook(lambda rubric, _a, _o, score: heard.append((rubric.name, score)))
    reward.evaluate(step())
    assert heard == [("a", 1.0), ("b", 0.5)]


def test_a_reward_is_a_rubric_of_rubrics() -> None:
    reward = Reward(column("solved", 1.0, "outcome"), column("tidy", 0.5))
    assert [name for name, _ in reward.named_rubrics()] == ["solved", "tidy"]
    assert reward(None, Seen(done=True)) == 1.5
    assert reward(None, Seen(done=False)) == 0.5
    assert {name: rubric.last_score for name, rubric in reward.named_rubrics()} == {
        "solved": 1.0,
        "tidy": 0.5,
    }


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: column("x y", 1), "cannot name a column"),
        (lambda: column("_x", 1), "cannot name a column"),
        *(
            (lambda name=name: Reward(column("x", 1, "outcome"), column(name, 1)), "cannot name")
            for name in ("evaluate", "columns", "report", "last_score", "named_rubrics")
        ),
        (lambda: column("x", 1, "style"), "not one of"),
        (lambda: column("x", 1, range=(1, 0)), "not a finite interval"),
        (lambda: column("x", 1, range=(0, math.inf)), "not a finite interval"),
        (lambda: column("x", 1, weight=-1), "at least 0"),
        (lambda: column("x", 1, weight=math.nan), "at least 0"),
        (lambda: column("x", 1, weight=1, gate=1), "give it one of them"),
        (lambda: column("x", 1, gate=2), "outside its range"),
        (lambda: column("x", 1, lasting=True), "only a gate can have"),
        (lambda: Reward(column("x", 1, "outcome"), report=(1, 1)), "not a finite interval"),
        (lambda: Reward(column("x", 1, "outcome"), report=(0, math.nan)), "not a finite"),
        (lambda: column("x", 0, "cost"), "must end at 0"),
        (lambda: Reward(column("x", 1)), "needs an outcome"),
        (lambda: Reward(column("x", 1, "outcome", weight=0)), "needs an outcome"),
        (lambda: Reward(column("x", 1, "outcome"), column("x", 1)), "same name"),
    ],
)
def test_wrong_declarations_raise_errors_that_say_what_is_wrong(make: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make()
