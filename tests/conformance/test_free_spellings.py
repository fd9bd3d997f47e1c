"""An action must cost the same in each spelling in which it is carried out."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.free_spellings import free_spellings
from tests.conformance.small_environment import Env, Message, small_context, small_schema

PRICES = {"photo": 4, "scan": 2}


class Archive(Env):
    """Ask for a proof at its price, and then answer with its stamp."""

    schema: ClassVar[dict[str, Any]] = small_schema(item={"type": "string"})

    def begin(self) -> None:
        self.item = self.rng.choice([*PRICES])
        self.stamp = str(self.rng.randrange(1000, 9999))
        self.spent, self.note, self.proofs = 0, "", dict[str, str]()

    def show(self) -> Message:
        return {"ask": self.item, "spent": self.spent, "proofs": self.proofs, "note": self.note}

    def paid(self, action: Message) -> float:
        self.over = action["item"] == self.stamp
        item = action["item"].strip().lower()
        self.note = "" if item in PRICES else "there is no such proof"
        self.proofs = {**self.proofs, **({item: self.stamp} if item in PRICES else {})}
        self.spent += self.price(action["item"], item)
        return float(self.over) + self.cost(action["item"])

    def price(self, sent: str, item: str) -> int:
        return PRICES.get(item, 0)

    def cost(self, sent: str) -> float:
        return 0.0

    def oracle(self) -> Message:
        return {"item": self.proofs.get(self.item, self.item)}


class FreeInCapitals(Archive):
    def price(self, sent: str, item: str) -> int:
        return PRICES.get(sent, 0)


class CostsRewardInSmallLetters(Archive):
    """A request costs reward, unless it is written in another way."""

    def price(self, sent: str, item: str) -> int:
        return 0

    def cost(self, sent: str) -> float:
        return -0.1 if sent in PRICES else 0.0


class OneSpelling(Archive):
    """Another spelling is not understood; it costs nothing and shows nothing."""

    def paid(self, action: Message) -> float:
        known = action["item"] in (*PRICES, self.stamp)
        return super().paid(action if known else {"item": "?"})


class SaysNothing(Archive):
    """A request shows nothing but what it costs; in another spelling nothing is done."""

    def show(self) -> Message:
        return {"ask": self.item, "spent": self.spent, "note": self.note}

    def price(self, sent: str, item: str) -> int:
        return PRICES.get(sent, 0)


class AnyText(FreeInCapitals):
    """Whatever is asked for, the same is shown: the text does not matter."""

    def paid(self, action: Message) -> float:
        reward = super().paid(action)
        self.proofs, self.note = {self.item: self.stamp}, ""
        return reward


class NoCosts(Archive):
    def price(self, sent: str, item: str) -> int:
        return 0


@pytest.mark.parametrize(
    ("env_class", "amount"), [(FreeInCapitals, "spent"), (CostsRewardInSmallLetters, "reward")]
)
def test_a_spelling_that_is_free_is_reported(env_class: type[Env], amount: str) -> None:
    text = f'"PHOTO"|"SCAN".*changes {amount!r}.*in capital letters'
    with pytest.raises(PropertyViolated, match=text) as raised:
        free_spellings(small_context(env_class))
    assert raised.value.episode is not None


def test_spellings_that_cost_the_same_pass() -> None:
    free_spellings(small_context(Archive))


@pytest.mark.parametrize("env_class", [OneSpelling, SaysNothing, AnyText, NoCosts])
def test_where_no_other_spelling_is_carried_out(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="in another spelling"):
        free_spellings(small_context(env_class))
