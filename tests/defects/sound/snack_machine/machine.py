"""A vending machine that gives change if it can."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random

COINS = (200, 100, 50, 20, 10, 5)


def change(tubes: dict[int, int], amount: int) -> list[int]:
    """The coins that are paid: always the largest coin that is there and not too large."""
    paid, left = [], dict(tubes)
    for coin in COINS:
        while amount >= coin and left.get(coin, 0):
            left[coin] -= 1
            amount -= coin
            paid.append(coin)
    return paid


@dataclass
class Machine:
    """The machine, and the purse of who stands in front of it."""

    price: int
    tubes: dict[int, int]
    purse: list[int]
    inserted: list[int] = field(default_factory=list)
    credit: int = 0
    sold: bool = False

    def insert(self, coin: int) -> str:
        """Put in a coin."""
        if coin not in self.purse:
            return "you have no such coin"
        self.purse.remove(coin)
        self.inserted.append(coin)
        self.credit += coin
        return ""

    def cancel(self) -> str:
        """Get the inserted coins back."""
        self.purse += self.inserted
        self.inserted = []
        self.credit = 0
        return ""

    def buy(self) -> str:
        """Get the snack, and change."""
        if self.credit < self.price:
            return "the credit is too low"
        paid = change(self.tubes, self.credit - self.price)
        for coin in paid:
            self.tubes[coin] -= 1
        self.purse += paid
        self.inserted, self.credit, self.sold = [], 0, True
        return ""


def fair(price: int, tubes: dict[int, int], coins: tuple[int, ...] | list[int]) -> bool:
    """Whether nothing is lost when these coins are inserted."""
    over = sum(coins) - price
    return over >= 0 and sum(change(tubes, over)) == over


def draw(rng: Random) -> Machine:
    """A machine at which the first coins that come to hand do not do."""
    while True:
        purse = sorted(rng.choices(COINS, k=rng.randint(5, 7)), reverse=True)
        tubes = {coin: rng.choice((0, 0, 1, 2)) for coin in COINS}
        price = 5 * rng.randint(9, 60)
        if sum(purse) < price:
            continue
        hands = []
        for order in (purse, purse[::-1]):
            hand: list[int] = []
            while sum(hand) < price:
                hand.append(order[len(hand)])
            hands.append(hand)
        if fair(price, tubes, purse) or any(fair(price, tubes, hand) for hand in hands):
            continue
        if any(fair(price, tubes, some) for n in range(1, 8) for some in combinations(purse, n)):
            return Machine(price, tubes, purse)
