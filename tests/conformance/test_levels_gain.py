"""A level on which the oracle earns what doing nothing earns is not solved."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.variants import solving
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant

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
