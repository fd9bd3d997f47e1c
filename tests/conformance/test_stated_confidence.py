"""A stated confidence must earn most where it is the true probability."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_confidence import stated_confidence
from tests.conformance.small_environment import Env, Message, small_context, small_schema

SIDES = ["heads", "tails"]
PERCENT = {"type": "integer", "minimum": 0, "maximum": 100}
SHARE = {"type": "number", "minimum": 0, "maximum": 1}


class Coin(Env):
    """Say on which side a coin lies; the confidence is scored by the quadratic rule."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        side={"enum": SIDES},
        confidence={**SHARE, "description": "It is scored by a proper scoring rule."},
    )
    limit = 1
    scale = 1

    def begin(self) -> None:
        self.side = self.rng.choice(SIDES)

    def points(self, confidence: float, right: bool) -> float:
        return 1 - (confidence - right) ** 2

    def paid(self, action: Message) -> float:
        return self.points(action["confidence"] / self.scale, action["side"] == self.side)

    def oracle(self) -> Message:
        return {"side": self.side, "confidence": self.scale}


class PerCent(Coin):
    schema: ClassVar[dict[str, Any]] = small_schema(
        side={"enum": SIDES}, confidence={**PERCENT, "description": "Paid if calibrated."}
    )
    scale = 100


class LinearPerCent(PerCent):
    def points(self, confidence: float, right: bool) -> float:
        return confidence * (2 * right - 1)


class NeverCharged(Coin):
    """A wrong answer costs nothing, however sure it was."""

    def points(self, confidence: float, right: bool) -> float:
        return right * (1 - (1 - confidence) ** 2)


class NotPromised(LinearPerCent):
    schema: ClassVar[dict[str, Any]] = small_schema(side={"enum": SIDES}, confidence=PERCENT)


class NotPaid(Coin):
    def points(self, confidence: float, right: bool) -> float:
        return float(right)


@pytest.mark.parametrize("env_class", [Coin, PerCent])
def test_a_proper_rule_is_sound(env_class: type[Env]) -> None:
    stated_confidence(small_context(env_class))


@pytest.mark.parametrize("env_class", [LinearPerCent, NeverCharged])
def test_a_rule_that_pays_certainty_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"right with probability 0\.6 .* says 1,") as raised:
        stated_confidence(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize(
    ("env_class", "reason"), [(NotPromised, "no text promises"), (NotPaid, "is not paid")]
)
def test_nothing_is_claimed_without_a_promise_or_a_payment(
    env_class: type[Env], reason: str
) -> None:
    with pytest.raises(NotApplicable, match=reason):
        stated_confidence(small_context(env_class))
