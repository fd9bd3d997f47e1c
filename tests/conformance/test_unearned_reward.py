"""A reward that random actions earn by chance is not a violation."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.unearned_reward import (
    idle_pays_nothing,
    invalid_pays_nothing,
)
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema


def context(
    totals: list[float],
    monkeypatch: pytest.MonkeyPatch,
    success: float | None = None,
    *,
    evenly: bool = False,
    span: tuple[float, float] = (0.0, 1.0),
) -> Any:
    """A stand-in for the context, in which the null action earns these returns, seed by seed.

    Each of five steps is paid alike if `evenly`; if not, the first earns as much as 1.
    """

    def play(*arguments: Any) -> Any:
        total = totals[arguments[-1] % len(totals)]
        rewards = [total / 5] * 5 if evenly else [min(1.0, total), max(0.0, total - 1.0), 0, 0, 0]
        return SimpleNamespace(
            total=total, rewards=rewards, success=False, error="", episode=lambda _: None
        )

    for name in ("play", "play_actions"):
        monkeypatch.setattr(
            f"hallmark_rl.conformance.properties.reward.unearned_reward.{name}", play
        )
    return SimpleNamespace(
        declared=SimpleNamespace(low=span[0], high=span[1], max_steps=5, success=success),
        require_capability_absent=lambda *_: None,
        source=SimpleNamespace(minimal=lambda: {"text": ""}),
        slow=False,
        seed=0,
        subject=None,
        seeds=list(range(8)),
        pool=[],
        survey=SimpleNamespace(step_s=1e-5, reset_s=1e-5, longest=5),
    )


COINS = [0.8, 0.4, 0.6, 0.4, 0.6, 0.2, 0.6, 0.6]  # mean 0.525


def test_a_high_mean_within_chance_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    idle_pays_nothing(context(COINS, monkeypatch))


@pytest.mark.parametrize("totals", [[0.7, 0.9], [0.9, 1.0, 0.9, 1.0]])
def test_a_mean_beyond_chance_is_a_violation(
    totals: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PropertyViolated, match=r"exact binomial test.*error rate"):
        idle_pays_nothing(context(totals, monkeypatch))


def test_the_range_of_one_step_does_not_bound_an_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    idle_pays_nothing(context([0.9, 1.0], monkeypatch, success=4.0))
    idle_pays_nothing(context([1.5, 2.0], monkeypatch))  # more than 1, so 1 is that of a step
    with pytest.raises(PropertyViolated, match="a return may be 0 to 5"):
        idle_pays_nothing(context([3.5, 4.0], monkeypatch))


def test_small_pay_for_each_idle_step_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PropertyViolated, match="a return may be 0 to 1"):
        idle_pays_nothing(context([1.5, 2.0], monkeypatch, evenly=True))


def test_where_all_rewards_are_costs_idle_play_is_not_compared_with_the_range(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(NotApplicable, match="costs"):
        idle_pays_nothing(context([-0.1, -0.2], monkeypatch, span=(-12.0, 0.0)))


class Records(Env):
    """The item can be read after the order; before that, it is refused."""

    schema: ClassVar[dict[str, Any]] = small_schema(read={"enum": ["order", "item"]})
    for_nothing = 0.0

    def begin(self) -> None:
        self.seen: list[str] = []
        self.note = ""

    def show(self) -> Message:
        return {"note": self.note}

    def paid(self, action: Message) -> float:
        name = action.get("read")
        if name == "item" and (self.for_nothing or "order" not in self.seen):
            self.note = "this record is locked"
            return self.for_nothing if "order" in self.seen else 0.0
        self.seen.append(str(name))
        self.note = f"the {name} of 3 May"
        return 0.1

    def oracle(self) -> Message:
        return {"read": "order"}


def _illegal(env_class: type[Env]) -> None:
    checked = small_context(env_class)
    checked.survey.pool = [{"read": "order"}]
    checked.survey.invalid = [{"read": "item"}]
    invalid_pays_nothing(checked)


class Tank(Env):
    """Each minute in which the level is right is paid, whatever was sent; `extra` for nonsense."""

    always = False

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    extra = 0.0

    def begin(self) -> None:
        self.right = self.rng.random() < 0.5 or self.always

    def paid(self, action: Message) -> float:
        return 0.1 * self.right + (self.extra if action.get("text") == "nonsense" else 0.0)


def _nonsense(env_class: type[Env]) -> None:
    checked = small_context(env_class)
    checked.survey.invalid = [{"text": "nonsense"}]
    checked.survey.null_rollouts = [
        Rollout(seed, [{"text": ""}], [0.1], done=False) for seed in checked.seeds
    ]
    proof = SimpleNamespace(null=lambda env, observation: {"text": ""})
    subject = replace(checked.subject, proof=proof)
    invalid_pays_nothing(CheckContext(subject, checked.survey, checked.profile))


def test_what_is_paid_for_the_state_is_not_paid_for_an_illegal_action() -> None:
    _nonsense(Tank)
    for changed in ({"extra": 0.05}, {"always": True}):
        with pytest.raises(PropertyViolated, match="an illegal action pays"):
            _nonsense(type("Bonus", (Tank,), changed))


def test_what_another_action_makes_legal_is_no_illegal_action() -> None:
    _illegal(Records)


def test_an_illegal_action_that_is_paid_after_another_one_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="an illegal action pays"):
        _illegal(type("Paying", (Records,), {"for_nothing": 0.2}))
