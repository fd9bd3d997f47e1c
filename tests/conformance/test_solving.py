"""A level on which the oracle earns what doing nothing earns is not solved."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.kept_plays import KeptPlays
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.variants import solving
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant
from tests.conformance.small_environment import Env, Message, small_context, small_schema

LEVEL = Variant("level", {"level": 3})


def _rollout(total: float, **more: Any) -> Rollout:
    return Rollout(1, [{"move": "a"}], [total], done=True, **more)


def _check(
    monkeypatch: pytest.MonkeyPatch, earned: Rollout, idle: float | None = -0.2, least: float = 0.9
) -> None:
    context: Any = SimpleNamespace(
        scale=1.15,
        floor=-0.2,
        reference=0.95,
        solved=[_rollout(0.95), _rollout(least)],
        survey=SimpleNamespace(null_rollouts=[_rollout(-0.2)]),
    )
    monkeypatch.setattr(solving, "_solve", lambda *_: earned)
    monkeypatch.setattr(solving, "_idle_return", lambda *_: idle)
    monkeypatch.setattr(solving, "variant_seeds", lambda _: [1, 2])
    monkeypatch.setattr(solving, "confirm_share", lambda *_, **__: "confirmed")
    solving._require_gain(context, LEVEL, [])


def test_an_oracle_that_earns_what_idling_earns_has_not_solved_the_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(PropertyViolated, match=r"earns -0\.2, no more than doing nothing"):
        _check(monkeypatch, _rollout(-0.2))


def test_a_gain_and_a_reported_success_are_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    _check(monkeypatch, _rollout(0.3))
    _check(monkeypatch, _rollout(-0.2, success=True))


def test_nothing_is_said_if_the_plain_environment_gives_no_clear_gain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _check(monkeypatch, _rollout(-0.2), least=-0.1)
    _check(monkeypatch, _rollout(-0.2), idle=None)


class Costs:
    """-1 a step until the goal is reached, which takes two steps more at level 3; no flag."""

    def reset(self, seed: int | None = None, level: int = 1) -> dict[str, Any]:
        self._left, self._solvable = (3 if level == 1 else 5), level < 4
        return {"left": self._left, "reward": 0.0, "done": False}

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        if self._solvable:
            self._left -= action["move"] == "on"
        done = self._left == 0
        return {"left": self._left, "reward": 0.0 if done else -1.0, "done": done}


def _check_costs(monkeypatch: pytest.MonkeyPatch, level: int, null: Any) -> None:
    subject = SimpleNamespace(
        url=None,
        factory=Costs,
        action_type=dict,
        proof=SimpleNamespace(oracle=lambda *_: {"move": "on"}, null=null),
    )
    idle = Rollout(1, [{"move": "stay"}] * 40, [-1.0] * 40, done=False)
    context: Any = SimpleNamespace(
        subject=subject,
        scale=38.0,
        floor=-40.0,
        reference=-2.0,
        solved=[Rollout(1, [{"move": "on"}] * 3, [-1.0, -1.0, 0.0], done=True)],
        survey=SimpleNamespace(
            null_rollouts=[idle], use_async=False, longest=40, deterministic=True
        ),
        declared=SimpleNamespace(capabilities=frozenset()),
        kept=KeptPlays(),
        oracle_steps=200,
    )
    monkeypatch.setattr(solving, "variant_seeds", lambda _: [1])
    monkeypatch.setattr(solving, "confirm_share", lambda *_, **__: "confirmed")
    solving._require_gain(context, Variant("level", {"level": level}), [])


@pytest.mark.parametrize("null", [None, lambda *_: {"move": "stay"}])
def test_costs_of_idling_add_up_as_long_as_in_the_plain_environment(
    monkeypatch: pytest.MonkeyPatch, null: Any
) -> None:
    _check_costs(monkeypatch, 3, null)
    with pytest.raises(PropertyViolated, match="no more than doing nothing"):
        _check_costs(monkeypatch, 4, null)


class Flights(Env):
    """Land with photographs; gusts, which the texts call a matter of luck, leave less of them."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"enum": ["fly", "land"]})
    declared: ClassVar[dict[str, Any]] = {
        "reward_range": (0.0, 1.0),
        "options": {"gusts": [False, True]},
    }
    told = "Each step is longer with a chance of 0.25."
    kept = 0.3

    def begin(self) -> None:
        self.photographs = 0

    def show(self) -> Message:
        return {"photographs": self.photographs, "rules": self.told}

    def paid(self, action: Message) -> float:
        if action["command"] == "fly":
            self.photographs += 1
            return 0.0
        self.over = True
        share = self.kept if self.options.get("gusts") else 1.0
        return share * min(1, self.photographs)

    def oracle(self) -> Message:
        return {"command": "land" if self.photographs else "fly"}


def _check_flights(env_class: type[Env]) -> None:
    context = small_context(env_class)
    null: Any = lambda *_: {"command": "land"}  # noqa: E731
    proof = SimpleNamespace(**vars(context.subject.proof), null=null)
    subject = replace(context.subject, proof=proof)
    context = CheckContext(subject, context.survey, context.profile)
    context.survey.null_rollouts = [Rollout(1, [{"command": "land"}], [0.0], done=True)]
    solving.each_is_solved(context)


def test_luck_may_keep_a_mode_from_the_end_of_the_range() -> None:
    _check_flights(Flights)
    for changes in ({"told": "Steps are long."}, {"kept": 0.01}):
        with pytest.raises(PropertyViolated, match="none is solved"):
            _check_flights(type("Worse", (Flights,), changes))
