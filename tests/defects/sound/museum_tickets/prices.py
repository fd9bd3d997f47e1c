"""Visitors and prices."""

from __future__ import annotations

import random
from typing import NamedTuple

DAYS = ("Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FULL, CHILD, STUDENT, SENIOR, EVENING = 1600, 800, 1000, 1200, 900
GROUP, GROUP_PERCENT = 10, 80


class Visitor(NamedTuple):
    """Somebody in a party."""

    age: int
    card: str = ""


class Party(NamedTuple):
    """People who come together."""

    day: str
    hour: int
    visitors: tuple[Visitor, ...]


def single(visitor: Visitor, evening: bool) -> int:
    """Cents for one visitor."""
    if visitor.age < 6 or visitor.card == "member":
        return 0
    price = FULL
    if visitor.age < 18:
        price = CHILD
    elif visitor.age >= 65:
        price = SENIOR
    elif visitor.card == "student":
        price = STUDENT
    return min(price, EVENING) if evening else price


def due(party: Party) -> int:
    """Cents for a party."""
    evening = party.day == "Wednesday" and party.hour >= 17
    prices = [single(visitor, evening) for visitor in party.visitors]
    paying = sum(price > 0 for price in prices)
    return sum(prices) * GROUP_PERCENT // 100 if paying >= GROUP else sum(prices)


def draw(rng: random.Random) -> Party:
    """A party."""
    day, hour = rng.choice((*DAYS, "Wednesday", "Wednesday")), rng.randint(10, 20)
    visitors = [Visitor(0)] * rng.choice((1, 2, 3, 4, 5, 8, 10, 11, 12, 13))
    for number in range(len(visitors)):
        age = rng.choice((rng.randint(1, 90), 5, 6, 17, 18, 64, 65, rng.randint(18, 64)))
        card = ""
        if 18 <= age < 65 and rng.random() < 0.3:
            card = "student"
        elif rng.random() < 0.1:
            card = "member"
        visitors[number] = Visitor(age, card)
    return Party(day, hour, tuple(visitors))


def describe(party: Party) -> str:
    """A party in words."""
    people = [f"age {v.age}" + (f" with {v.card} card" if v.card else "") for v in party.visitors]
    return f"{party.day}, {party.hour}:00. Visitors: {'; '.join(people)}."
