"""Bookings, letters, and the refund rules of the company."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

FEE = 1500
CLASSES = ("saver", "flex", "business")
DAYS = (0, 1, 2, 3, 6, 7, 8, 13, 14, 15, 21, 40)
NAMES = ("Ada Brun", "Jon Falk", "Mira Sand", "Leo Vance", "Ines Roth", "Omar Lind")
LETTERS = (
    "I have to cancel {ref}. Please tell me what I get back. {name}, {day}",
    "My plans have changed and I cannot travel. The booking is {ref}. Kind regards, {name} ({day})",
    "{day}. Dear desk, it is about {ref}: what happens to my money if I don't travel? {name}",
)


@dataclass(frozen=True)
class Case:
    """A booking and the day on which the customer wrote."""

    reference: str
    fare_class: str
    paid: int
    written: date
    departure: date
    cancelled_by_us: bool
    letter: str


def draw(rng: random.Random) -> Case:
    """A case."""
    reference = "".join(rng.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=6))
    written = date(2025, 1, 10) + timedelta(days=rng.randrange(300))
    text = rng.choice(LETTERS).format(
        ref=reference, name=rng.choice(NAMES), day=written.isoformat()
    )
    return Case(
        reference=reference,
        fare_class=rng.choice(CLASSES),
        paid=FEE + 1000 * rng.randint(4, 90),
        written=written,
        departure=written + timedelta(days=rng.choice(DAYS)),
        cancelled_by_us=rng.random() < 0.15,
        letter=text,
    )


def settle(case: Case) -> tuple[str, int]:
    """The decision and the amount that the rules ask for."""
    days, fare = (case.departure - case.written).days, case.paid - FEE
    if case.cancelled_by_us:
        return "refund", case.paid
    if case.fare_class == "business":
        return "refund", fare if days >= 1 else fare * 9 // 10
    if case.fare_class == "flex":
        if days >= 7:
            return "refund", fare
        return ("refund", fare // 2) if days >= 2 else ("deny", 0)
    return ("voucher", fare * 8 // 10) if days >= 14 else ("deny", 0)
