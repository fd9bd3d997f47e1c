"""What one episode leaves in another, costs that end, and tasks that are paid untouched."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS
from hallmark_rl.conformance.checking.probes import repeated_claims as probe
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import (
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
)
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
        ("total_steps", {"state.total_steps"}, False),
        ("global_step", {"state.global_step"}, False),
        ("cache_hits", {"state.cache_hits"}, False),
        ("step_count", {"state.step_count"}, True),
    ],
)
def test_numbers_that_may_count_episodes_are_left_out(
    name: str, changing: set[str], kept: bool
) -> None:
    view = kept_state.own_values(changing)
    assert (f"state.{name}" in view([{}, {name: 3}])[1]) is kept


def test_texts_flags_and_lists_of_the_state_are_compared() -> None:
    seen = kept_state.own_values(set())(
        [{"a": 1}, {"log": ["x"], "open": True, "notes": {"n": "y"}}]
    )
    assert seen == [
        {"a": 1},
        {"state.log[0]": "x", "state.open": True, "state.notes.n": "y"},
    ]


# -- costs that end --------------------------------------------------------------------------------


WAIT, LOOK = {"text": "wait"}, {"text": "look"}


def costs_stay(
    rewards: list[float], monkeypatch: pytest.MonkeyPatch, **given: Any
) -> PropertyViolated | None:
    """Check a game in which each action earns these rewards.

    Given are the numbers of its source, the declared low end, a number that is shown, a value of
    the state for each step, and `pay`: the rewards of a list of actions, of which "look" may cost
    something else.
    """
    shown = given.get("shown", [0] * len(rewards))
    hidden = given.get("hidden", [0] * len(rewards))

    def play(episode: Episode) -> list[Response]:
        actions = [call.action for call in episode.calls if call.op == "step"]
        paid = given["pay"](actions) if "pay" in given else rewards[: len(actions)]
        steps = [
            (Response({"reward": reward, "score": score}), Response({"job": job}))
            for reward, score, job in zip(paid, shown, hidden, strict=False)
        ]
        pairs = [(Response({"reward": None, "score": 0}), Response({"job": hidden[0]})), *steps]
        read = any(call.op == "state" for call in episode.calls)
        return [one for pair in pairs for one in pair[: 1 + read]]

    monkeypatch.setattr(late_costs, "source_numbers", lambda subject: given.get("numbers", set()))
    context: Any = SimpleNamespace(
        declared=SimpleNamespace(
            max_steps=len(rewards), low=given.get("low"), high=None, success=None, floor=None
        ),
        survey=SimpleNamespace(step_s=1e-5, null_rollouts=[]),
        subject=None,
        seeds=[1, 2],
        pool=[WAIT, LOOK] if "pay" in given else [WAIT],
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


def test_a_declared_limit_of_the_sum_explains_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert costs_stay(ENDING, monkeypatch, low=-0.12) is None


def test_a_number_of_the_source_is_no_proof_of_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EvidenceMissing, match="cannot be told apart"):
        costs_stay(ENDING, monkeypatch, numbers={0.12})


def by_step(actions: list[Any]) -> list[float]:
    """A step costs 1, a look 3; the first twelve steps cost something."""
    costs = [-3.0 if action == LOOK else -1.0 for action in actions]
    return [cost * (place < 12) for place, cost in enumerate(costs)]


def by_sum(actions: list[Any]) -> list[float]:
    """The same, until 12 are spent."""
    spent, paid = 0.0, []
    for action in actions:
        cost = min(3.0 if action == LOOK else 1.0, 12.0 - spent)
        spent += cost
        paid.append(-cost)
    return paid


def test_other_costs_first_tell_a_limit_of_the_sum_from_one_of_the_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both games spend 12 in 12 steps, and 12 stands in the source."""
    rewards = [-1.0] * 12 + [0.0] * 8
    for numbers, low in ({12.0}, None), (set(), -12.0):
        given = {"numbers": numbers, "low": low}
        assert costs_stay(rewards, monkeypatch, pay=by_sum, **given) is None
        violation = costs_stay(rewards, monkeypatch, pay=by_step, **given)
        assert violation is not None
        assert "from step 13 on" in violation.observed


@pytest.mark.parametrize(
    ("hidden", "explained"),
    [
        (["running"] * 12 + ["over"] * 8, True),
        ([12 - min(step + 1, 12) for step in range(20)], True),
        ([min(step + 1, 12) * -0.01 for step in range(20)], False),  # the sum of rewards
        (["running"] * 5 + ["over"] * 15, False),
    ],
)
def test_a_job_of_the_state_that_ends_there_explains_it(
    hidden: list[Any], explained: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (costs_stay(ENDING, monkeypatch, hidden=hidden) is None) is explained


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


def repeated(
    monkeypatch: pytest.MonkeyPatch, pay: Any, solution: list[Any], show: Any, longest: int = 9
) -> Any:
    """The same for claims that are repeated; `show(actions)` is the message after the last."""
    context = claims(monkeypatch, probe, pay, solution)
    context.survey.longest = longest

    def messages(episode: Episode) -> list[Response]:
        actions = [call.action for call in episode.calls[1:]]
        return [Response(show(actions[:place])) for place in range(len(actions) + 1)]

    context.play = messages
    return context


WORK = [ONE, TWO, {"claim": 3}, {"claim": 4}]


def distinct(actions: list[Any]) -> dict[str, Any]:
    return {"claims": sorted({action["claim"] for action in actions})}


def number(actions: list[Any]) -> dict[str, Any]:
    return {"placed": len(actions)}


@pytest.mark.parametrize(
    ("show", "longest", "broken", "suspicion"),
    [
        (distinct, 9, True, True),
        (distinct, 4, False, True),  # each episode has this length: a reward for each step
        (number, 9, False, True),  # repeating goes on visibly: perhaps a solution
        (lambda actions: {}, 9, False, True),  # nothing shows that the oracle gets on either
    ],
)
def test_a_repeated_claim_that_replaces_the_work_is_reported(
    show: Any, longest: int, broken: bool, suspicion: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = repeated(monkeypatch, each_time, WORK, show, longest)
    for reported, judge in (
        (suspicion, paid_again.repeated_claims),
        (broken, lambda context: paid_again._require_progress(context, context.solutions)),
    ):
        expected = pytest.raises(PropertyViolated, match="paid again each time")
        with expected if reported else nullcontext():
            judge(context)


def test_a_claim_that_is_paid_once_is_no_repeated_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    paid_again.repeated_claims(repeated(monkeypatch, first_of_each, WORK, distinct))


def test_an_oracle_that_repeats_one_action_says_that_this_is_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paid_again.repeated_claims(repeated(monkeypatch, each_time, [ONE] * 4, number))


@pytest.mark.parametrize("moves", ["right right right right", "right left right up"])
def test_other_remarks_do_not_make_another_action(
    moves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = [
        {"move": move, "thought": f"{left} cells left"} for left, move in enumerate(moves.split())
    ]
    context = repeated(monkeypatch, each_time, work, number)
    same = len(set(moves.split())) == 1
    with nullcontext() if same else pytest.raises(PropertyViolated):
        paid_again.repeated_claims(context)
    paid_again._require_progress(context, context.solutions)


def test_a_declared_reward_of_one_step_is_no_reward_for_solving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The oracle goes on to earn more by other actions: questions of a quiz, coins."""
    context = claims(monkeypatch, success_once, each_time, [ONE, ONE, TWO, ONE])
    context.declared.success = 0.5
    with pytest.raises(NotApplicable, match="goes on, by other actions"):
        success_once.success_once(context)


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


@pytest.mark.parametrize(
    ("payments", "claims_made"),
    [
        ([0.6, 0.62, 0.6, 0.61], CLAIMS),
        ([0.6, 0.95, 0.7, 0.8], 0),  # the first offer of each task has another value
    ],
)
def test_what_an_offer_is_worth_varies_and_is_no_idle_credit(
    payments: list[float], claims_made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more claims are tested than the error rate is divided by, whatever comes next."""
    context = claims(monkeypatch, idle_credit, lambda actions: [0.0, 1.0], [ONE, TWO])
    monkeypatch.setattr(
        idle_credit, "play", lambda _, actions, seed: Rollout(seed, actions, [payments[seed]], True)
    )
    monkeypatch.setattr(idle_credit, "_endings", lambda *_: WORK)
    tested: list[str] = []
    monkeypatch.setattr(idle_credit, "confirm_share", lambda *_, name: tested.append(name))
    idle_credit.idle_credit(context)
    assert len(tested) == claims_made


@pytest.mark.parametrize(("paid", "alike"), [(0.62, True), (0.7, False), (0.4, False)])
def test_a_claim_is_confirmed_by_nearly_equal_payments(
    paid: float, alike: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = claims(monkeypatch, idle_credit, lambda actions: [0.0, 1.0], [ONE, TWO])
    monkeypatch.setattr(idle_credit, "solve", lambda context, seed: context.solutions[0])
    monkeypatch.setattr(
        idle_credit, "play", lambda _, actions, seed: Rollout(seed, actions, [paid], True)
    )
    first = Rollout(1, [TWO], [0.6], True)
    assert idle_credit._is_paid_alike(context, first, 7) is alike
