"""What was paid once must not be paid again with a number that differs a little."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.changed_values import close_numbers
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.spellings import other_spellings
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Claims(Env):
    """Claim four amounts, within a cent or two; each is paid once."""

    schema: ClassVar[dict[str, Any]] = small_schema(amount={"type": "number"})
    limit = 4
    by_amount = at_end = False

    def begin(self) -> None:
        self.amounts = [self.rng.randrange(1000, 9000) for _ in range(4)]
        self.known: set[int] = set()

    def show(self) -> Message:
        return {"claimed": len(self.known)}

    def paid(self, action: Message) -> float:
        claim = round(action["amount"] * 100)
        matched = next((a for a in self.amounts if abs(a - claim) <= 2), None)
        key = claim if self.by_amount else matched
        fresh = matched is not None and key not in self.known
        if fresh and key is not None:
            self.known.add(key)
        last = len(self.known) / 4 if self.count == self.limit else 0.0
        return last if self.at_end else float(fresh) / 4

    def oracle(self) -> Message:
        return {"amount": self.amounts[len(self.known)] / 100}


class ByAmount(Claims):
    by_amount = True


class ByAmountAtEnd(ByAmount):
    at_end = True


class AtEnd(Claims):
    at_end = True


class Offers(Env):
    """Offer twice, each time more, and accept; a sentence without a whole number does no harm."""

    schema: ClassVar[dict[str, Any]] = small_schema(say={"type": "string"})
    limit = 4

    def begin(self) -> None:
        self.price = self.rng.randrange(50, 90)
        self.offers: list[str] = []

    def show(self) -> Message:
        return {"price": self.price, "offers": len(self.offers)}

    def paid(self, action: Message) -> float:
        said = action["say"]
        self.over = said == "accept" or said in self.offers
        self.offers += [said] if said.isdigit() else []
        return 1.0 if said == "accept" and self.offers else 0.0

    def oracle(self) -> Message:
        offer = str(self.price + len(self.offers))
        return {"say": "accept" if len(self.offers) == 2 else offer}


class Waves(Env):
    """Each wave that comes pays, unless the base has fallen: only the same order again lets it."""

    schema: ClassVar[dict[str, Any]] = small_schema(build={"type": "string"})
    limit = 4

    def begin(self) -> None:
        self.orders: list[str] = []

    def paid(self, action: Message) -> float:
        self.over = action["build"] in self.orders
        self.orders.append(action["build"])
        return 0.0 if self.over else 0.25

    def oracle(self) -> Message:
        return {"build": f"tower {'abcd'[self.count]}"}


class Words(Claims):
    """Nothing is a text or a decimal number."""

    schema: ClassVar[dict[str, Any]] = small_schema(amount={"type": "integer"})

    def oracle(self) -> Message:
        return {"amount": self.amounts[len(self.known)] // 100}


@pytest.mark.parametrize("env_class", [ByAmount, ByAmountAtEnd])
def test_a_claim_that_counts_again_a_cent_apart_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"again|second step can be its first") as raised:
        other_spellings(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Claims, AtEnd])
def test_a_claim_that_counts_once_is_sound(env_class: type[Env]) -> None:
    other_spellings(small_context(env_class))


def test_a_step_that_is_not_needed_may_be_any_other_one() -> None:
    with pytest.raises(NotApplicable):
        other_spellings(small_context(Offers))


def test_a_step_in_which_nonsense_is_paid_too_says_nothing() -> None:
    other_spellings(small_context(Waves))


def test_whole_numbers_are_not_changed() -> None:
    with pytest.raises(NotApplicable, match="decimal number"):
        other_spellings(small_context(Words))


def test_close_numbers_differ_by_a_cent_or_a_thousandth() -> None:
    action = {"a": 12.5, "b": 0.004, "c": "pay 3.20 now", "d": 7, "e": "12"}
    changed = [
        next((key, made[key]) for key in made if made[key] != action[key])
        for made in close_numbers(action)
    ]
    assert changed == [
        ("a", 12.51),
        ("a", 12.49),
        ("b", 0.004004),
        ("b", 0.003996),
        ("c", "pay 3.21 now"),
        ("c", "pay 3.19 now"),
    ]
