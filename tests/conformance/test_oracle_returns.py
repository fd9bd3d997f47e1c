"""The author's exploits: slow ones are played on one seed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics import oracle_returns


def played(
    profile: str, monkeypatch: pytest.MonkeyPatch, pays: tuple[str, int] = ("", 0)
) -> list[tuple[str, int]]:
    """The exploit and the seed of every episode; `slow` takes 8 s, `fast` 0.1 s."""
    episodes: list[tuple[str, int]] = []
    now = 0.0

    def play_policy(*arguments: Any) -> Any:
        nonlocal now
        name, seed = arguments[2], arguments[3]
        episodes.append((name, seed))
        now += 8.0 if name == "slow" else 0.1
        total = float((name, seed) == pays)
        return SimpleNamespace(total=total, episode=lambda _: None)

    monkeypatch.setattr(oracle_returns, "play_policy", play_policy)
    monkeypatch.setattr(oracle_returns, "time", SimpleNamespace(monotonic=lambda: now))
    context: Any = SimpleNamespace(
        subject=SimpleNamespace(
            proof=SimpleNamespace(exploits=lambda: [(name, name) for name in ("slow", "fast")])
        ),
        survey=None,
        seeds=[1, 2, 3],
        profile=PROFILES[profile],
        floor=0.0,
        scale=1.0,
        declared=SimpleNamespace(margin=0.1, max_steps=6),
    )
    oracle_returns.adversarial_floor(context)
    return episodes


def test_a_slow_exploit_is_played_on_one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("default", monkeypatch) == [("slow", 1), ("fast", 1), ("fast", 2), ("fast", 3)]


def test_a_thorough_run_plays_every_exploit_on_every_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("thorough", monkeypatch).count(("slow", 3)) == 1


def test_an_exploit_that_is_paid_on_a_further_seed_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(PropertyViolated, match="'fast' earns 1"):
        played("default", monkeypatch, ("fast", 3))
