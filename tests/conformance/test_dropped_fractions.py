"""The fraction of an amount must count on both sides, or on neither."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.dropped_fractions import dropped_fractions
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Desk(Env):
    """Pay a receipt from a cash box."""

    schema: ClassVar[dict[str, Any]] = small_schema(euros={"type": "number"})
    rule = "Pay what the receipt says."

    def begin(self) -> None:
        self.receipt = self.rng.randrange(450, 990)
        self.credited = self.debited = 0.0

    def show(self) -> Message:
        box = f"{100 - self.debited:.2f}"
        return {"receipt": self.receipt / 100, "paid": self.credited, "box": box, "rule": self.rule}

    def debit(self, euros: float) -> float:
        return euros

    def paid(self, action: Message) -> float:
        self.credited += action["euros"]
        self.debited += self.debit(action["euros"])
        self.over = abs(self.credited - self.receipt / 100) < 0.001
        return float(self.over)

    def oracle(self) -> Message:
        return {"euros": float(self.receipt / 100)}


class WholeEuros(Desk):
    """The box is debited in whole euros."""

    def debit(self, euros: float) -> float:
        return int(euros)


class SaidToBeRounded(WholeEuros):
    rule = "What leaves the box is rounded down to whole euros."


class ShownInWholeEuros(Desk):
    """Only what is shown of the box is rounded."""

    def show(self) -> Message:
        return {**super().show(), "box": int(100 - self.debited)}


class FeeForEachEuro(Desk):
    """Points are counted for whole euros, ten for each: they are something else."""

    def debit(self, euros: float) -> float:
        return 10 * int(euros)


class BothWhole(WholeEuros):
    """The fraction counts on neither side."""

    def paid(self, action: Message) -> float:
        return super().paid({"euros": float(int(action["euros"]))})

    def oracle(self) -> Message:
        return {"euros": float(self.receipt // 100)}


class Cents(Desk):
    schema: ClassVar[dict[str, Any]] = small_schema(cents={"type": "integer"})

    def paid(self, action: Message) -> float:
        return super().paid({"euros": action["cents"] / 100})

    def oracle(self) -> Message:
        return {"cents": self.receipt}


def test_a_fraction_that_counts_on_one_side_only_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"changes 'paid' by 3\.8 and 'box' by -2") as raised:
        dropped_fractions(small_context(WholeEuros))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Desk, BothWhole, ShownInWholeEuros])
def test_a_fraction_that_counts_on_both_sides_or_on_neither_passes(env_class: type[Env]) -> None:
    dropped_fractions(small_context(env_class))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (SaidToBeRounded, "a text says"),
        (Cents, "may have a fraction"),
        (FeeForEachEuro, "changes two shown numbers alike"),
    ],
)
def test_where_nothing_can_be_tried(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        dropped_fractions(small_context(env_class))
