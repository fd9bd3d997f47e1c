"""Receipts and the cash box. Amounts are whole cents."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

PURPOSES = ("bus", "tram", "coffee", "parking", "locker", "toll", "stamps", "lunch roll", "ferry")
SIZES = {1: 5, 2: 8}


@dataclass
class Claim:
    """A receipt of the traveller."""

    id: int
    purpose: str
    cents: int
    paid: int = 0

    @property
    def settled(self) -> bool:
        """Whether it was reimbursed in full."""
        return self.paid == self.cents


@dataclass
class Desk:
    """The desk: the claims and the box."""

    claims: list[Claim]
    box: int
    best: int
    acts: int = 0
    refused: bool = False

    def pay(self, number: int, euros: float) -> str:
        """Pay out an amount for a claim; returns why not, or ""."""
        claim = next((claim for claim in self.claims if claim.id == number), None)
        if claim is None:
            return "no such receipt"
        if not math.isfinite(euros) or not 0 < euros <= 1000:
            return "no such amount"
        cents = round(euros * 100)
        if cents < 1:
            return "no such amount"
        if claim.paid + cents > claim.cents:
            return "more than the receipt says"
        if cents > self.box:
            return "the box does not hold as much"
        claim.paid += cents
        self.box -= cents
        return ""

    @property
    def settled(self) -> int:
        """The cents of the claims that were reimbursed in full."""
        return sum(claim.cents for claim in self.claims if claim.settled)


def euros(cents: int) -> str:
    """An amount as it is written: 435 is 4.35."""
    return f"{cents // 100}.{cents % 100:02}"


def best_total(amounts: list[int], box: int) -> list[int]:
    """The positions of the amounts whose sum comes closest to the box without exceeding it."""
    reachable: dict[int, list[int]] = {0: []}
    for position, amount in enumerate(amounts):
        for total, chosen in list(reachable.items()):
            if total + amount <= box:
                reachable.setdefault(total + amount, [*chosen, position])
    return reachable[max(reachable)]


def draw_desk(rng: Random, level: int) -> Desk:
    """Receipts, and a box that holds about two thirds of their sum."""
    claims = [
        Claim(number, rng.choice(PURPOSES), rng.randint(115, 990))
        for number in sorted(rng.sample(range(1, 40), SIZES[level]))
    ]
    amounts = [claim.cents for claim in claims]
    box = max(max(amounts), sum(amounts) * rng.randint(55, 75) // 100)
    best = sum(amounts[position] for position in best_total(amounts, box))
    return Desk(claims, box, best)
