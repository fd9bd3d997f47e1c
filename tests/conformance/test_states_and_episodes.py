"""What one episode leaves in another, costs that end, and tasks that are paid untouched."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.isolation import kept_state
from hallmark_rl.conformance.properties.reward import (
    idle_credit,
    late_costs,
    paid_again,
    success_once,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

# -- numbers of a state that belong to the instance ------------------------------------------------


@pytest.mark.parametrize(
    ("name", "changing", "kept"),
    [
        ("tests", {"state.tests"}, True),
        ("tests", set(), False),  # it may count episodes: it never changes within one
        ("games_won", {"state.games_won"}, False),
        ("best_score", {"state.best_score"}, False),
        ("total_reward", {"state.total_reward"}, True),
    ],
)
def test_numbers_that_may_count_episodes_are_left_out(
    name: str, changing: set[str], kept: bool
) -> None:
    view = kept_state._view(changing)
    assert (f"state.{name}" in view([{}, {name: 3}])[1]) is kept


def test_texts_flags_and_lists_of_the_state_are_compared() -> None:
    seen = kept_state._view(set())([{"a": 1}, {"log": ["x"], "open": True, "notes": {"n": "y"}}])
    assert seen == [
        {"a": 1},
        {"state.log[0]": "x", "state.open": True, "state.notes.n": "y"},
    ]


# -- costs that end --------------------------------------------------------------------------------


def costs_stay(
    rewards: list[float], monkeypatch: pytest.MonkeyPatch, **given: Any
) -> PropertyViolated | None:
    """Check a game in which each action earns these rewards.

    Given are the numbers of its source, the declared low end, and a number that is shown.
    """
    shown = given.get("shown", [0] * len(rewards))

    def play(episode: Episode) -> list[Response]:
        steps = [
            Response({"reward": reward, "score": score})
            for reward, score in zip(rewards, shown, strict=True)
        ]
        return [Response({"reward": None, "score": 0}), *steps]

    monkeypatch.setattr(late_costs, "source_numbers", lambda subject: given.get("numbers", set()))
    context: Any = SimpleNamespace(
        declared=SimpleNamespace(
            max_steps=len(rewards), low=given.get("low"), high=None, success=None, floor=None
        ),
        survey=SimpleNamespace(step_s=1e-5, null_rollouts=[]),
        subject=None,
        seeds=[1, 2],
        pool=[{"text": "wait"}],
        play=play,
        require_capability_absent=lambda *_: None,
        until_budget=lambda items, least: items,
    )
    try:
        late_costs.costs_stay(context)
    except PropertyViolated as violation:
        return violation
    return None


ENDING = [-0.01] * 12 + [0.0] * 8


def test_a_cost_that_ends_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    violation = costs_stay(ENDING, monkeypatch)
    assert violation is not None
    assert "from step 13 on" in violation.observed


@pytest.mark.parametrize("given", [{"numbers": {0.12}}, {"low": -0.12}])
def test_a_stated_limit_of_the_sum_explains_it(
    given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert costs_stay(ENDING, monkeypatch, **given) is None


def test_a_shown_score_that_reaches_its_end_explains_it(monkeypatch: pytest.MonkeyPatch) -> None:
    score = [100 - min(step + 1, 12) for step in range(20)]
    assert costs_stay(ENDING, monkeypatch, shown=score) is None


@pytest.mark.parametrize(
    "rewards", [[-0.01] * 20, [0.0] * 12 + [-0.01] * 8, [-0.01] * 12 + [0.5] * 8]
)
def test_even_costs_late_costs_and_pay_are_other_matters(
    rewards: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert costs_stay(rewards, monkeypatch) is None


# -- claims ----------------------------------------------------------------------------------------

ONE, TWO = {"claim": 1}, {"claim": 2}


def claims(monkeypatch: pytest.MonkeyPatch, module: Any, pay: Any, solution: list[Any]) -> Any:
    """A context of games with three steps in which `pay(actions)` is what each step earns."""

    def play(context: Any, actions: list[Any], seed: int) -> Rollout:
        played = actions[: context.length]
        return Rollout(seed, played, pay(played), len(played) == context.length)

    monkeypatch.setattr(module, "play", play)
    context: Any = SimpleNamespace(
        length=len(solution),
        declared=SimpleNamespace(success=1.0, tolerance=1e-6, floor=None),
        survey=SimpleNamespace(found={}),
        until_budget=lambda items, least: items,
        require_capability_absent=lambda *_: None,
    )
    context.solved = context.solutions = [
        Rollout(seed, solution, pay(solution), True) for seed in range(4)
    ]
    return context


def first_of_each(actions: list[Any]) -> list[float]:
    return [0.5 * (action not in actions[:place]) for place, action in enumerate(actions)]


def each_time(actions: list[Any]) -> list[float]:
    return [0.5] * len(actions)


def test_a_repeated_claim_that_replaces_the_work_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = claims(monkeypatch, paid_again, first_of_each, [ONE, TWO])
    paid_again._require_all_of_the_work(sound, sound.solutions)
    defective = claims(monkeypatch, paid_again, each_time, [ONE, TWO])
    with pytest.raises(PropertyViolated, match="paid again each time"):
        paid_again._require_all_of_the_work(defective, defective.solutions)


def test_an_oracle_that_repeats_one_action_says_that_this_is_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = claims(monkeypatch, paid_again, each_time, [ONE, ONE])
    paid_again._require_all_of_the_work(context, context.solutions)


def test_success_that_is_paid_after_the_declared_return_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = claims(monkeypatch, success_once, each_time, [ONE, ONE])
    success_once.success_once(context)
    context.length = 6
    with pytest.raises(PropertyViolated, match="paid again"):
        success_once.success_once(context)
    context.declared.success = None
    with pytest.raises(NotApplicable):
        success_once.success_once(context)


# -- an untouched task -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paid", "floor", "reported"), [(0.6, None, True), (0.4, None, False), (0.6, 0.6, False)]
)
def test_an_end_at_once_that_is_paid_is_reported(
    paid: float, floor: float | None, reported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The author may declare that doing nothing earns so much."""

    def pay(actions: list[Any]) -> list[float]:
        return [paid] if actions == [TWO] else [0.0, 1.0][: len(actions)]

    context = claims(monkeypatch, idle_credit, pay, [ONE, TWO])
    context.declared.floor = floor
    solution = context.solutions[0]
    monkeypatch.setattr(
        idle_credit, "play", lambda _, actions, seed: Rollout(seed, actions, pay(actions), True)
    )
    assert (idle_credit._paid_end(context, solution, TWO) is not None) is reported
