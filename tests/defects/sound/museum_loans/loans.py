"""The objects on offer, and the best list of loans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random


@dataclass(frozen=True)
class Loan:
    """An object: volume in litres, insured value in thousands, appeal in hundreds of visitors."""

    code: str
    title: str
    volume: int
    insured: int
    appeal: int


CATALOGUE = tuple(
    Loan(f"M{number:02}", title, volume, insured, appeal)
    for number, (title, volume, insured, appeal) in enumerate(
        [
            ("Amber reliquary", 120, 340, 46),
            ("Bronze astrolabe", 90, 280, 41),
            ("Carved sea chest", 410, 95, 30),
            ("Delft tile panel", 260, 150, 33),
            ("Ebony writing desk", 520, 210, 38),
            ("Flemish tapestry", 380, 460, 62),
            ("Gilded harpsichord", 680, 390, 71),
            ("Harbour painting", 300, 520, 66),
            ("Ivory chess set", 70, 190, 35),
            ("Jade incense burner", 110, 310, 40),
            ("Kiln-fired lion", 240, 120, 28),
            ("Lacquer screen", 450, 260, 49),
            ("Map of the estuary", 160, 140, 31),
            ("Narwhal tusk", 210, 80, 36),
            ("Oak altar wing", 560, 430, 58),
            ("Porcelain tureen", 130, 110, 22),
            ("Queen's travelling coach clock", 85, 370, 43),
            ("Runic stone cast", 490, 45, 27),
            ("Silver nef", 140, 480, 60),
            ("Terracotta frieze", 430, 170, 37),
            ("Umbrian altarpiece", 340, 590, 73),
            ("Venetian glass set", 180, 200, 39),
        ],
        1,
    )
)
OFFERS = {1: 10, 2: 12, 3: 14}
"""How many objects are on offer, by level."""


@dataclass(frozen=True)
class Exhibition:
    """The offers and the limits."""

    offers: tuple[Loan, ...]
    max_volume: int
    max_insured: int


def draw_exhibition(rng: Random, level: int) -> Exhibition:
    """Draw the offers, this year's appeal and values, and limits of about half of the total."""
    offers = tuple(
        replace(
            loan,
            insured=round(loan.insured * rng.uniform(0.7, 1.3)),
            appeal=round(loan.appeal * rng.uniform(0.6, 1.4)),
        )
        for loan in rng.sample(CATALOGUE, OFFERS[level])
    )
    offers = tuple(sorted(offers, key=lambda loan: loan.code))
    return Exhibition(
        offers,
        round(sum(loan.volume for loan in offers) * rng.uniform(0.4, 0.6)),
        round(sum(loan.insured for loan in offers) * rng.uniform(0.4, 0.6)),
    )


def totals(loans: Iterable[Loan]) -> tuple[int, int, int]:
    """The volume, the insured value and the appeal of a list."""
    chosen = list(loans)
    return (
        sum(loan.volume for loan in chosen),
        sum(loan.insured for loan in chosen),
        sum(loan.appeal for loan in chosen),
    )


def best_list(offers: Sequence[Loan], max_volume: int, max_insured: int) -> list[Loan]:
    """A list within both limits that has the most appeal, by trying all of them in turn."""
    best: list[Loan] = []
    best_appeal = 0
    ahead = [0]
    for loan in reversed(offers):
        ahead.append(ahead[-1] + loan.appeal)

    def search(start: int, chosen: list[Loan], volume: int, insured: int, appeal: int) -> None:
        nonlocal best, best_appeal
        if appeal > best_appeal:
            best, best_appeal = list(chosen), appeal
        for place in range(start, len(offers)):
            if appeal + ahead[len(offers) - place] <= best_appeal:
                return
            loan = offers[place]
            if volume + loan.volume <= max_volume and insured + loan.insured <= max_insured:
                chosen.append(loan)
                search(
                    place + 1,
                    chosen,
                    volume + loan.volume,
                    insured + loan.insured,
                    appeal + loan.appeal,
                )
                chosen.pop()

    search(0, [], 0, 0, 0)
    return best
