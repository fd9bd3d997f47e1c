"""What is taken at once and given back in parts must leave nothing behind."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.returns_in_parts import returns_in_parts
from tests.conformance.small_environment import Env, Message, small_context, small_schema

KINDS = ["order", "return", "close"]


class Store(Env):
    """Buy what a cafe has booked and deliver it; many sacks at once are cheaper."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": KINDS}, sacks={"type": "integer", "minimum": 0, "maximum": 80, "default": 0}
    )
    limit = 30
    at_cost = True

    def begin(self) -> None:
        self.booked = self.rng.randrange(30, 60)
        self.cash = self.first = 8000
        self.stock = self.worth = 0

    def show(self) -> Message:
        return {"booked": self.booked, "cash": self.cash, "stock": self.stock}

    def paid(self, action: Message) -> float:
        sacks = action.get("sacks", 0)
        if action["kind"] == "order" and self.stock + sacks <= 80:
            cost = sacks * self.price(sacks)
            self.cash, self.stock, self.worth = (
                self.cash - cost,
                self.stock + sacks,
                self.worth + cost,
            )
        elif action["kind"] == "return" and 0 < sacks <= self.stock:
            share = self.worth * sacks // self.stock
            self.cash += (share if self.at_cost else sacks * self.price(sacks)) * 9 // 10
            self.stock, self.worth = self.stock - sacks, self.worth - share
        elif action["kind"] == "close":
            self.cash += 120 * min(self.stock, self.booked)
            self.over = True
        return min(1.0, max(0.0, (self.cash - self.first) / 1500)) if self.over else 0.0

    def price(self, sacks: int) -> int:
        return 70 if sacks >= 40 else 100

    def oracle(self) -> Message:
        if not self.stock:
            return {"kind": "order", "sacks": max(40, self.booked)}
        return {"kind": "close", "sacks": 0}


class ListPrice(Store):
    """Sacks are taken back at the price of as many."""

    at_cost = False


class NoQuantity(Store):
    schema: ClassVar[dict[str, Any]] = small_schema(kind={"enum": KINDS})


def test_sacks_that_are_taken_back_at_cost_are_sound() -> None:
    returns_in_parts(small_context(Store))


def test_a_refund_above_what_was_paid_is_reported() -> None:
    text = r'"order", "sacks": \d+}, {"kind": "return".* in turn, alone, earn 1 in'
    with pytest.raises(PropertyViolated, match=text) as raised:
        returns_in_parts(small_context(ListPrice))
    assert raised.value.episode is not None


class Thrift(Store):
    """Equip a party; half of the pay is for its stock, half for not wasting money."""

    limit = 24

    def show(self) -> Message:
        plan = {"plan": f"for {self.booked}"} if self.count == 0 else {"plan": ""}
        return {**plan, "cash": self.cash, "stock": self.stock}

    def paid(self, action: Message) -> float:
        super().paid(action)
        if not self.over or self.stock < self.booked:
            return 0.0
        spent, par = self.first - self.cash + 120 * min(self.stock, self.booked), 70 * self.booked
        return 0.5 + 0.5 * max(0.0, 1 - max(0, spent - par) / par)


class ThriftAtListPrice(Thrift):
    at_cost = False


def test_rounds_that_make_up_for_waste_are_reported() -> None:
    returns_in_parts(small_context(Thrift))
    with pytest.raises(PropertyViolated, match="after waste, earn 1 in") as raised:
        returns_in_parts(small_context(ThriftAtListPrice))
    assert raised.value.episode is not None


def test_nothing_is_claimed_without_a_quantity() -> None:
    with pytest.raises(NotApplicable, match="a choice and a quantity"):
        returns_in_parts(small_context(NoQuantity))


class Barrels(Env):
    """Sacks of one spice of many; each four need a barrel, whose deposit comes back."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["buy", "sell", "end"]},
        spice={"type": "string", "default": ""},
        sacks={"type": "integer", "minimum": 0, "maximum": 40, "default": 0},
    )
    limit = 40
    by_sale = False

    def begin(self) -> None:
        self.spice = f"spice {self.rng.randrange(100)}"
        self.coins, self.hold, self.room = 100, 0, self.rng.randrange(6, 11)

    def show(self) -> Message:
        return {
            "spice": self.spice,
            "coins": self.coins,
            "profit": self.coins - 100,
            "hold": self.hold,
        }

    def paid(self, action: Message) -> float:
        sacks = action.get("sacks", 0)
        if action["kind"] == "end":
            self.over = True
            return min(1.0, max(0.0, (self.coins - 100 + 12 * self.hold) / (8.0 * self.room)))
        if action.get("spice") != self.spice or not sacks:
            return 0.0
        before, change = self.hold, sacks if action["kind"] == "buy" else -sacks
        if 0 <= before + change <= self.room:
            self.hold += change
            barrels = -(-self.hold // 4) + before // -4
            if change < 0 and self.by_sale:
                barrels = change // 4
            self.coins -= 6 * barrels
        return 0.0

    def oracle(self) -> Message:
        if self.hold:
            return {"kind": "end"}
        return {"kind": "buy", "spice": self.spice, "sacks": self.room}


class RefundForEachSale(Barrels):
    by_sale = True


def test_rounds_use_what_a_solution_names() -> None:
    returns_in_parts(small_context(Barrels))
    with pytest.raises(PropertyViolated, match="in turn, alone, earn"):
        returns_in_parts(small_context(RefundForEachSale))


class Tins(Env):
    """A tin of ten measures costs as much as eight; what a blend costs above par is lost."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["buy", "buy_tin", "open_tin", "return", "blend"]},
        count={"type": "integer", "minimum": 1, "maximum": 40, "default": 1},
    )
    limit = 24
    takes_back_opened = True

    def begin(self) -> None:
        self.wanted, self.cash = self.rng.randint(11, 17), 4000
        self.loose = self.tins = self.opened = 0

    def show(self) -> Message:
        return {"wanted": self.wanted, "cash": self.cash, "loose": self.loose, "tins": self.tins}

    def paid(self, action: Message) -> float:
        kind, count = action["kind"], action.get("count", 1)
        price = count * (80 if kind == "buy_tin" else 10)
        if kind in ("buy", "buy_tin") and price <= self.cash:
            self.cash -= price
            self.loose += count * (kind == "buy")
            self.tins += count * (kind == "buy_tin")
        elif kind == "open_tin" and count <= self.tins:
            self.tins, self.loose = self.tins - count, self.loose + 10 * count
            self.opened += 10 * count
        elif kind == "return":
            if count <= self.loose - (0 if self.takes_back_opened else self.opened):
                self.loose, self.cash = self.loose - count, self.cash + price
        elif kind == "blend":
            self.over = True
            par, spent = 80 + 10 * (self.wanted - 10), 4000 - self.cash
            return min(1.0, par / max(spent, 1)) if self.loose >= self.wanted else 0.0
        return 0.0

    def oracle(self) -> Message:
        if self.tins:
            return {"kind": "open_tin", "count": 1}
        if not self.loose:
            return {"kind": "buy_tin", "count": 1}
        if self.loose < self.wanted:
            return {"kind": "buy", "count": self.wanted - self.loose}
        return {"kind": "blend", "count": 1}


class SealedTins(Tins):
    takes_back_opened = False


def test_a_package_that_is_opened_and_given_back_piece_by_piece_is_reported() -> None:
    returns_in_parts(small_context(SealedTins))
    with pytest.raises(PropertyViolated, match=r'"open_tin".*"count": 10, "kind": "return"'):
        returns_in_parts(small_context(Tins))


class Post(ListPrice):
    """Each step takes a day with another price of gold; a sentence says what happened."""

    def begin(self) -> None:
        super().begin()
        self.prices = [self.rng.randrange(100, 999) for _ in range(self.limit + 1)]
        self.note = ""

    def show(self) -> Message:
        return {
            **super().show(),
            "day": self.count,
            "gold": self.prices[self.count],
            "note": self.note,
        }

    def paid(self, action: Message) -> float:
        self.note = f"you sent {action['kind']} yesterday"
        return super().paid(action)


def test_what_every_step_changes_is_no_effect_of_a_round() -> None:
    context = small_context(Post)
    context.survey.invalid = [{"kind": "return", "sacks": 80}]
    with pytest.raises(PropertyViolated, match="each round takes back what it does"):
        returns_in_parts(context)
    context = small_context(type("AtCost", (Post,), {"at_cost": True}))
    context.survey.invalid = [{"kind": "return", "sacks": 80}]
    returns_in_parts(context)
