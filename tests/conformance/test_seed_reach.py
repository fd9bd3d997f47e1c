"""Rules by which seeds are reduced: the error rate, and what slow resets mean."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.error_rate import allowance, lower_tail
from hallmark_rl.conformance.core.results import (
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
)
from hallmark_rl.conformance.properties.reset import seed_reach


@pytest.mark.parametrize(
    ("name", "rules", "claims"),
    [
        ("reset.seeds_reduced", seed_reach.few_tasks, 2),  # the other claim: equal random seeds
        ("reset.seed_reach", seed_reach.many_tasks, 1),
    ],
)
def test_the_screen_and_any_rule_are_passed_by_chance_within_the_error_rate(
    name: str, rules: Any, claims: int
) -> None:
    pairs, count = seed_reach._PAIRS, len(list(rules()))
    screened = int(seed_reach._SMALLEST_VARIETY * pairs)
    for percent in range(1, 100):
        equal = percent / 100
        wrong = lower_tail(screened, pairs, equal) * count * equal**pairs
        assert wrong <= allowance(name, claims)


def test_each_rule_makes_pairs_of_different_seeds() -> None:
    rng = random.Random(1)
    for rule in [*seed_reach.few_tasks(), *seed_reach.many_tasks()]:
        for one, other in (rule.pair(rng) for _ in range(50)):
            assert one != other
            assert min(one, other) >= 0


def _context(start_s: float) -> Any:
    return SimpleNamespace(
        figures={},
        require_capability_absent=lambda *_: None,
        survey=SimpleNamespace(accepts={"seed": True}, reset_s=0.01, start_s=start_s, step_s=1.0),
        profile=SimpleNamespace(name="default"),
        rng=random.Random,
    )


def test_slow_resets_leave_the_many_rules_unproved() -> None:
    with pytest.raises(EvidenceMissing, match="too long"):
        seed_reach.seed_reach(_context(0.1))


def test_slow_resets_are_compared_on_fewer_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int | None] = []

    def text(context: Any, seed: int | None) -> str:
        seen.append(seed)
        return str(context.play_messages(seed))

    monkeypatch.setattr(seed_reach, "_text", text)
    monkeypatch.setattr(seed_reach, "require_whole_seed", lambda *_: None)
    sound = _context(0.1)
    sound.play_messages = lambda seed: seed if seed is not None else random.random()
    seed_reach.seeds_reduced(sound)
    assert len(seen) == seed_reach._SMALLEST_SAMPLE
    reduced = _context(0.1)
    reduced.play_messages = lambda seed: seed % 8 if seed is not None else random.random()
    with pytest.raises(PropertyViolated, match="different episodes"):
        seed_reach.seeds_reduced(reduced)


def test_very_slow_resets_are_not_compared() -> None:
    with pytest.raises(NotApplicable, match=r"1\.5 s"):
        seed_reach.seeds_reduced(_context(1.49))
