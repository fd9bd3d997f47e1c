"""Rules by which seeds are reduced: the error rate, and what slow resets mean."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.error_rate import allowance, lower_tail
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.properties.reset import seed_reach


def test_the_screen_and_any_rule_are_passed_by_chance_within_the_error_rate() -> None:
    pairs, rules = seed_reach._PAIRS, len(list(seed_reach._relations()))
    screened = int(seed_reach._SMALLEST_VARIETY * pairs)
    for percent in range(1, 100):
        equal = percent / 100
        wrong = lower_tail(screened, pairs, equal) * rules * equal**pairs
        assert wrong <= allowance("reset.seed_reach", 2)  # the other claim: equal random seeds


def test_slow_resets_leave_it_unproved() -> None:
    context: Any = SimpleNamespace(
        require_capability_absent=lambda *_: None,
        survey=SimpleNamespace(accepts={"seed": True}, reset_s=0.1),
    )
    with pytest.raises(EvidenceMissing, match="too long"):
        seed_reach.seed_reach(context)
