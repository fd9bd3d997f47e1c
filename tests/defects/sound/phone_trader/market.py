"""Phones, prices and the shop's book."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

MODELS = {"Nokla 3": 60, "Pixo 7": 140, "Galax S": 180, "iFon 11": 240, "iFon 13": 360}
SIZES = {1: 3, 2: 6}
BUNDLE = 2


@dataclass(frozen=True)
class Phone:
    """A phone: its list price, and what it is worth to a customer."""

    id: int
    model: str
    price: int
    worth: int


def bundle_price(price: int) -> int:
    """The price of a phone that is bought together with others: ten per cent off."""
    return price - price // 10


@dataclass
class Shop:
    """The book of a shop."""

    cash: int
    shelf: dict[int, Phone]
    stock: dict[int, Phone] = field(default_factory=dict)
    paid: dict[int, int] = field(default_factory=dict)

    def buy(self, ids: list[int]) -> str:
        """Buy phones together; returns why not, or ""."""
        if not ids or len(set(ids)) < len(ids) or not set(ids) <= set(self.shelf):
            return "name phones on the shelf, each once"
        phones = [self.shelf[number] for number in ids]
        together = len(phones) >= BUNDLE
        prices = {p.id: bundle_price(p.price) if together else p.price for p in phones}
        if sum(prices.values()) > self.cash:
            return "too little cash"
        self.cash -= sum(prices.values())
        for phone in phones:
            self.stock[phone.id] = self.shelf.pop(phone.id)
            self.paid[phone.id] = prices[phone.id]
        return ""

    def sell(self, number: int) -> str:
        """Sell a phone to a customer; returns why not, or ""."""
        if number not in self.stock:
            return "you do not hold this phone"
        self.cash += self.stock.pop(number).worth
        return ""

    def give_back(self, number: int) -> str:
        """Return a phone to the wholesaler; returns why not, or ""."""
        if number not in self.stock:
            return "you do not hold this phone"
        self.stock.pop(number)
        self.cash += self.paid[number]
        return ""


def draw_shop(rng: Random, level: int) -> Shop:
    """A shelf with at least one phone that is worth its price."""
    phones: list[Phone] = []
    for number in rng.sample(range(10, 100), SIZES[level]):
        model = rng.choice(list(MODELS))
        price = MODELS[model] + rng.randint(-20, 20)
        sound = rng.random() < 0.5 or not phones
        worth = price * (rng.randint(110, 135) if sound else rng.randint(30, 80)) // 100
        phones.append(Phone(number, model, price, worth))
    cash = sum(sorted(phone.price for phone in phones)[-3:])
    return Shop(cash, {phone.id: phone for phone in sorted(phones, key=lambda p: p.id)})


def best_profit(shop: Shop) -> int:
    """The profit of a trader who buys in bundles, sells what is sound and returns the rest."""
    return sum(max(0, p.worth - bundle_price(p.price)) for p in shop.shelf.values())
