"""A distribution with a negative probability must not be paid."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_confidence import stated_confidence
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ["asthma", "angina", "embolism", "pneumonia", "reflux"]
NUMBERS = {"type": "object", "additionalProperties": {"type": "number"}}


class Ward(Env):
    """State the probability of each condition; the logarithmic score is paid."""

    schema: ClassVar[dict[str, Any]] = small_schema(differential=NUMBERS)
    limit = 1
    least = 0.0

    def begin(self) -> None:
        self.condition = self.rng.choice(NAMES)

    def paid(self, action: Message) -> float:
        stated = action["differential"]
        if any(share < self.least for share in stated.values()) or set(stated) - set(NAMES):
            return 0.0
        if abs(sum(stated.values()) - 1) > 1e-6:
            return 0.0
        share = min(max(stated.get(self.condition, 0.0), 1e-6), 1.0)
        return max(0.0, 1 + math.log(share) / math.log(len(NAMES)))

    def oracle(self) -> Message:
        return {"differential": {self.condition: 1.0}}


class AnySum(Ward):
    """Only the sum is checked."""

    least = -math.inf


def test_negative_probabilities_that_are_refused_are_sound() -> None:
    stated_confidence(small_context(Ward))


def test_a_negative_probability_that_is_paid_is_reported() -> None:
    text = r"certainty for \d of \d names, and -\d for the other one, earns 1"
    with pytest.raises(PropertyViolated, match=text) as raised:
        stated_confidence(small_context(AnySum))
    assert raised.value.episode is not None
