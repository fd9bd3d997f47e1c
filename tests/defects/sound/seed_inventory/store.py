"""The stock ledger: lots, orders, and the check of a pick list."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from .models import Lot, Order

SPECIES = ("tomato", "basil", "lettuce", "pepper", "chard", "leek")
SHAPE = {1: (2, 3), 2: (2, 5), 3: (3, 7)}
RATES = (60, 70, 80, 90)
_PICK = re.compile(r"(\d{1,3}):(\d{1,4})")


class PickError(ValueError):
    """A pick list that cannot be packed."""


@dataclass
class Ledger:
    """What is on the shelf, by the number of the lot."""

    lots: dict[int, Lot] = field(default_factory=dict)

    def read(self, picks: list[str], order: Order) -> dict[int, int]:
        """Check a pick list against the order and the stock; returns the grams of each lot.

        Raises:
            PickError: the list cannot be packed.
        """
        taken: dict[int, int] = {}
        for pick in picks:
            match = _PICK.fullmatch(pick.strip())
            if match is None:
                raise PickError('a pick looks like "lot:grams"')
            code, grams = int(match[1]), int(match[2])
            if code in taken:
                raise PickError("a lot may be named once in a pick list")
            lot = self.lots.get(code)
            if lot is None:
                raise PickError("there is no such lot")
            if lot.species != order.species or lot.germination < order.germination:
                raise PickError("a lot does not suit the order")
            if not 0 < grams <= lot.grams:
                raise PickError("a lot does not hold as much")
            taken[code] = grams
        if sum(taken.values()) != order.grams:
            raise PickError("the grams do not add up to the order")
        return taken

    def pack(self, taken: dict[int, int]) -> None:
        """Take the seeds off the shelf."""
        for code, grams in taken.items():
            self.lots[code].grams -= grams


def draw(rng: Random, level: int) -> tuple[Ledger, list[Order]]:
    """A shelf and orders that can all be filled from it."""
    kinds, count = SHAPE[level]
    species = rng.sample(SPECIES, kinds)
    numbers = rng.sample(range(1, 60), kinds * len(RATES))
    ledger = Ledger()
    for kind in species:
        for rate in RATES:
            number = numbers.pop()
            ledger.lots[number] = Lot(number=number, species=kind, germination=rate, grams=0)
    orders = []
    for _ in range(count):
        kind, least = rng.choice(species), rng.choice(RATES[:3])
        suitable = [
            lot for lot in ledger.lots.values() if lot.species == kind and lot.germination >= least
        ]
        total = 0
        for lot in rng.sample(suitable, 2):
            grams = rng.randint(5, 60)
            lot.grams += grams
            total += grams
        orders.append(Order(species=kind, grams=total, germination=least))
    for lot in ledger.lots.values():
        lot.grams += rng.choice((0, 0, 3))
    ledger.lots = dict(sorted(ledger.lots.items()))
    return ledger, orders
