"""The rules of the desk, and declarations that call for a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

VERDICTS = ("seize", "refer", "hold", "duty", "clear")
CASES = 10
LEVELS = {1: (1, 2), 2: (3, 5)}
"""Fewest and most lines of a declaration, by level."""
CASH_LIMIT = 10_000
VALUE_LIMIT = 430
PROHIBITED = ("ivory carving", "switchblade", "counterfeit watch")
RESTRICTED = ("hunting rifle", "live parrot", "morphine ampoules", "antique coin hoard")
ALLOWANCES = {
    "cigarettes": (800, 200),
    "spirits": (10, 1),
    "wine": (90, 4),
    "beer": (110, 16),
}
"""Pieces or litres that are free of duty, for travellers from inside and from outside the union."""
OTHER = ("camera", "handbag", "silk scarf", "laptop", "necklace", "carpet", "coffee machine")

RULES = [
    f"1. seize: any of {', '.join(PROHIBITED)}.",
    f"2. refer: cash of {CASH_LIMIT} euros or more that was not declared.",
    f"3. hold: any of {', '.join(RESTRICTED)} for which no permit was shown.",
    "4. duty: of any of these, all lines together, more than is free. From inside / from outside: "
    + "; ".join(f"{goods} {free[0]} / {free[1]}" for goods, free in ALLOWANCES.items())
    + ".",
    (
        "5. duty: from outside the union only: lines of other goods than those of rule 4, "
        f"restricted goods included, whose values together exceed {VALUE_LIMIT} euros."
    ),
    "6. clear: everything else.",
    "The first rule that applies decides.",
]


@dataclass(frozen=True)
class Item:
    """A line of a declaration."""

    goods: str
    quantity: int
    value: int
    permit: bool = False


@dataclass(frozen=True)
class Case:
    """A declaration."""

    inside: bool
    items: tuple[Item, ...]
    cash: int
    cash_declared: bool


def judge(case: Case) -> str:
    """The right verdict."""
    if any(item.goods in PROHIBITED for item in case.items):
        return "seize"
    if case.cash >= CASH_LIMIT and not case.cash_declared:
        return "refer"
    if any(item.goods in RESTRICTED and not item.permit for item in case.items):
        return "hold"
    for goods, free in ALLOWANCES.items():
        amount = sum(item.quantity for item in case.items if item.goods == goods)
        if amount > free[0 if case.inside else 1]:
            return "duty"
    other = sum(item.value for item in case.items if item.goods not in ALLOWANCES)
    if not case.inside and other > VALUE_LIMIT:
        return "duty"
    return "clear"


def draw_shift(rng: Random, level: int) -> list[Case]:
    """The declarations of a shift, each with a verdict of its own."""
    return [_draw_case(rng, level, rng.choice(VERDICTS)) for _ in range(CASES)]


def _draw_case(rng: Random, level: int, verdict: str) -> Case:
    while True:
        items = [_draw_item(rng) for _ in range(rng.randint(*LEVELS[level]))]
        much = rng.random() < 0.4
        cash = rng.randint(CASH_LIMIT, 30_000) if much else rng.randint(0, CASH_LIMIT - 1)
        case = Case(rng.random() < 0.5, tuple(items), cash, rng.random() < 0.5)
        if judge(case) == verdict:
            return case


def _draw_item(rng: Random) -> Item:
    kind = rng.random()
    if kind < 0.08:
        return Item(rng.choice(PROHIBITED), 1, rng.randint(20, 400))
    if kind < 0.25:
        return Item(rng.choice(RESTRICTED), 1, rng.randint(50, 400), rng.random() < 0.6)
    if kind < 0.65:
        goods = rng.choice(sorted(ALLOWANCES))
        free = rng.choice(ALLOWANCES[goods])
        quantity = max(1, free * rng.randint(30, 150) // 100)
        return Item(goods, quantity, quantity * rng.randint(1, 9))
    return Item(rng.choice(OTHER), rng.randint(1, 3), rng.randint(30, 400))
