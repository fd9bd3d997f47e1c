"""Evenings of a charity auction, and the reports on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

OUTCOMES = ("sold", "passed", "withdrawn")
LEVELS = {1: (6, False, False), 2: (8, True, False), 3: (11, True, True)}
"""Lots; whether bids may be taken back; whether there are written bids; by level."""
GIFTS = (
    "a hamper", "a quilt", "a framed map", "two theatre tickets", "a clock", "a week in a cottage",
    "a watercolour", "a signed cricket bat", "a case of claret", "a bicycle", "a silver spoon",
    "a family portrait", "a balloon flight", "a rocking horse", "a garden bench",
    "a cookery lesson",
)  # fmt: skip
DONORS = (
    "the bakery", "Dr Osei", "the rowing club", "the Lindqvists", "Miss Farrow", "the bookshop",
    "the choir", "Mr Iyer", "the fire brigade", "an anonymous friend", "the dairy",
    "Councillor Webb",
)  # fmt: skip


@dataclass(frozen=True)
class Offer:
    """A lot of the catalogue."""

    number: int
    title: str
    reserve: int


@dataclass(frozen=True)
class Evening:
    """An auction: catalogue, log, and what became of each lot."""

    offers: tuple[Offer, ...]
    log: tuple[str, ...]
    outcomes: dict[int, str]


def draw_evening(rng: Random, level: int) -> Evening:
    """An evening on which at least one lot was sold, one passed and one withdrawn."""
    count, retractions, written = LEVELS[level]
    outcomes = [*OUTCOMES, *rng.choices(OUTCOMES, weights=(5, 4, 2), k=count - len(OUTCOMES))]
    rng.shuffle(outcomes)
    gifts = rng.sample(GIFTS, count)
    offers = tuple(
        Offer(number, f"{gift} from {rng.choice(DONORS)}", 10 * rng.randint(3, 20))
        for number, gift in enumerate(gifts, 1)
    )
    opening: list[str] = []
    bidding: list[str] = []
    for offer, outcome in zip(offers, outcomes, strict=True):
        if outcome == "withdrawn" and rng.random() < 0.5:
            opening.append(
                f"{offer.title[0].upper()}{offer.title[1:]} will not be offered tonight."
            )
            continue
        reached = rng.random() < 0.5 if outcome == "withdrawn" else outcome == "sold"
        if written and rng.random() < 0.5:
            opening.append(
                f"There is a written bid of {_bid(rng, offer, reached)} for {offer.title}."
            )
            reached = reached and rng.random() < 0.5
        bidding += _bidding(rng, offer, reached, retractions)
        if outcome == "withdrawn":
            bidding[-1] = f"The donor takes lot {offer.number} back."
    rng.shuffle(opening)
    return Evening(
        offers,
        ("Good evening, and welcome.", *opening, *bidding, "That was the last lot. Good night."),
        {offer.number: outcome for offer, outcome in zip(offers, outcomes, strict=True)},
    )


def _bid(rng: Random, offer: Offer, reached: bool) -> int:
    """A bid that reaches the reserve, or one that does not."""
    return offer.reserve + 5 * (rng.randint(0, 5) if reached else -rng.randint(1, 4))


def _bidding(rng: Random, offer: Offer, reached: bool, retractions: bool) -> list[str]:
    """The bids of the hall for a lot; the highest that stands reaches the reserve, or does not."""
    log = [f"Lot {offer.number}: {offer.title}."]
    top = _bid(rng, offer, reached)
    bids = sorted({top, *(top - 5 * rng.randint(1, 5) for _ in range(rng.randint(0, 3)))})
    log += [f"Paddle {rng.randint(10, 60)} bids {bid}." for bid in bids if bid > 0]
    if retractions and rng.random() < 0.5:
        log.append(f"Paddle {rng.randint(61, 90)} bids {top + 5 * rng.randint(1, 5)}.")
        log.append("The last bid is taken back.")
    log.append("No further bids; next, please.")
    return log


def read_report(text: str) -> dict[str, list[int]] | None:
    """The lots by heading; None if the report does not have the form of the README."""
    report: dict[str, list[int]] = {}
    for line in text.strip().split("\n"):
        heading, colon, rest = line.strip().partition(":")
        lots = [] if rest.strip() == "none" else [part.strip() for part in rest.split(",")]
        if not colon or heading not in OUTCOMES or heading in report:
            return None
        if not all(re.fullmatch("[1-9][0-9]?", lot) for lot in lots) or len(set(lots)) < len(lots):
            return None
        report[heading] = [int(lot) for lot in lots]
    return report if len(report) == len(OUTCOMES) else None


def right(report: Mapping[str, Sequence[int]], outcomes: Mapping[int, str]) -> bool:
    """Whether the report files every lot of the catalogue, and no other, where it belongs."""
    filed = [lot for lots in report.values() for lot in lots]
    if sorted(filed) != sorted(outcomes):
        return False
    return all(lot in report[outcome] for lot, outcome in outcomes.items())
