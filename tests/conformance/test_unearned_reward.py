"""A reward that random actions earn by chance is not a violation."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.unearned_reward import idle_pays_nothing


def context(totals: list[float], *, deterministic: bool, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A stand-in for the context, in which the null action earns these returns, one per seed."""
    paid = {
        seed: SimpleNamespace(total=total, success=False, episode=lambda _: None)
        for seed, total in enumerate(totals)
    }
    monkeypatch.setattr(
        "hallmark_rl.conformance.properties.reward.unearned_reward.play",
        lambda _, actions, seed: paid[seed],
    )
    return SimpleNamespace(
        declared=SimpleNamespace(low=0.0, high=1.0, max_steps=5),
        require_capability_absent=lambda *_: None,
        source=SimpleNamespace(minimal=lambda: {"text": ""}),
        slow=False,
        seeds=list(paid),
        pool=[],
        survey=SimpleNamespace(deterministic=deterministic),
    )


COINS = [0.8, 0.4, 0.6, 0.4, 0.6, 0.2, 0.6, 0.6]  # mean 0.525


def test_a_high_mean_within_chance_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    idle_pays_nothing(context(COINS, deterministic=False, monkeypatch=monkeypatch))


@pytest.mark.parametrize(
    ("totals", "deterministic"), [(COINS, True), ([0.9, 1.0, 0.9, 1.0], False)]
)
def test_a_mean_beyond_chance_is_a_violation(
    totals: list[float], deterministic: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PropertyViolated, match="earns"):
        idle_pays_nothing(context(totals, deterministic=deterministic, monkeypatch=monkeypatch))
