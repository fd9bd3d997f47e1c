"""Lists: items, amounts, how they are said, and how they are read again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

ITEMS = {
    "g": ("rice", "flour", "sugar", "butter", "carrots", "lentils", "cheese", "coffee"),
    "ml": ("milk", "cream", "olive oil", "apple juice", "vinegar", "stock"),
    "pieces": ("eggs", "onions", "lemons", "rolls", "avocados", "peppers", "candles", "bananas"),
}
UNIT_OF = {item: unit for unit, items in ITEMS.items() for item in items}

PLAIN = {
    "g": [(f"{amount} g of", amount) for amount in (100, 150, 200, 300, 400, 600, 800)],
    "ml": [(f"{amount} ml of", amount) for amount in (100, 200, 300, 400, 600, 700, 900)],
    "pieces": [(f"{amount}", amount) for amount in range(2, 12)],
}
SPOKEN = {
    "g": [
        ("half a kilo of", 500),
        ("a kilo of", 1000),
        ("a quarter of a kilo of", 250),
        ("two kilos of", 2000),
        ("one and a half kilos of", 1500),
    ],
    "ml": [
        ("half a litre of", 500),
        ("a litre of", 1000),
        ("a quarter of a litre of", 250),
        ("two litres of", 2000),
        ("one and a half litres of", 1500),
    ],
    "pieces": [
        ("a dozen", 12),
        ("half a dozen", 6),
        ("a pair of", 2),
        ("two dozen", 24),
        ("three", 3),
    ],
}
OPENINGS = ("We need", "Please get", "From the shop:", "For the weekend we want")
AGAIN = ("and another", "plus", "oh, and also")
SIZES = {1: (3, 4), 2: (4, 6), 3: (5, 7)}


@dataclass(frozen=True)
class Shopping:
    """A dictated list, what it adds up to, and the item in question."""

    dictated: str
    totals: dict[str, int]
    asked: str

    @property
    def answer(self) -> int:
        """How much of the item to buy."""
        return self.totals[self.asked]

    @property
    def question(self) -> str:
        """The question, with the unit of the answer."""
        unit = {"g": "grams", "ml": "millilitres", "pieces": "pieces"}[UNIT_OF[self.asked]]
        return f"How much of this is to be bought in all, in {unit}: {self.asked}?"


def dictate(rng: Random, level: int) -> Shopping:
    """Draw a list of this level, and ask for one of its items."""
    items = rng.sample(sorted(UNIT_OF), rng.randint(*SIZES[level]))
    lines = [(item, *_amount(rng, item, level)) for item in items]
    parts = [f"{said} {item}" for item, said, _ in lines]
    if level == 3:
        for item in rng.sample(items, 2):
            said, amount = _amount(rng, item, level)
            lines.append((item, said, amount))
            parts.append(f"{rng.choice(AGAIN)} {said} {item}")
    totals = dict.fromkeys(items, 0)
    for item, _, amount in lines:
        totals[item] += amount
    asked = rng.choice(items)
    return Shopping(f"{rng.choice(OPENINGS)} {', '.join(parts)}.", totals, asked)


def _amount(rng: Random, item: str, level: int) -> tuple[str, int]:
    unit = UNIT_OF[item]
    choices = PLAIN[unit] if level == 1 or rng.random() < 0.5 else SPOKEN[unit]
    return rng.choice(choices)


def read_number(text: str) -> float | None:
    """The only number in a text; None if there is none or more than one."""
    numbers = re.findall(r"(?<![\w.,-])\d{1,9}(?:\.\d{1,4})?(?!\d|[.,]\d)", text, re.ASCII)
    digits = re.findall(r"\d+(?:[.,]\d+)*", text)
    return float(numbers[0]) if len(numbers) == 1 and len(digits) == 1 else None
