"""Orders: their facts, and how customers ask for them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_MONTHS = ("January", "March", "May", "June", "August", "October")
_TOWNS = ("Genoa", "Bergen", "Porto", "Gdansk", "Antwerp", "Trieste")
_PEOPLE = ("Ida Holm", "Omar Haddad", "Petra Novak", "Luis Vega", "Mei Tanaka", "Sam Doyle")
_COLOURS = ("dark green", "signal red", "light grey", "deep blue")
NAMES = ("Ms Rossi", "Mr Lang", "Dr Silva", "Ms Bauer", "Mr Jensen", "Dr Moreau")
COUNTS = {1: 2, 2: 3, 3: 4}


def _day(rng: Random) -> str:
    return f"{rng.choice(_DAYS)} {rng.randint(1, 28)} {rng.choice(_MONTHS)} 2026"


def _person(rng: Random) -> str:
    return f"{rng.choice(_PEOPLE)} extension {rng.randint(200, 899)}"


FACTS: dict[str, tuple[str, Callable[[Random], str]]] = {
    "delivery date": ("When will the goods reach us?", _day),
    "dispatch date": ("On which day do they leave your plant?", _day),
    "price": ("What do we have to pay in total?", lambda r: f"EUR {r.randint(1000, 9999)} net"),
    "deposit": (
        "How much do you need in advance?",
        lambda r: f"EUR {r.randint(100, 999)} by bank transfer",
    ),
    "payment term": (
        "How long do we have to settle the bill?",
        lambda r: f"{r.randint(10, 60)} days after the invoice",
    ),
    "contact": ("Whom can we call if something goes wrong?", _person),
    "inspector": ("Who checks the goods before they leave?", _person),
    "port": (
        "Where will the ship unload?",
        lambda r: f"pier {r.randint(1, 30)} in {r.choice(_TOWNS)}",
    ),
    "warehouse": (
        "Where are the goods kept until then?",
        lambda r: f"hall {r.randint(1, 40)} in {r.choice(_TOWNS)}",
    ),
    "weight": ("How heavy is the load?", lambda r: f"{r.randint(300, 999)} kilograms gross"),
    "pallets": (
        "How many pallets should we make room for?",
        lambda r: f"{r.randint(2, 19)} pallets of standard size",
    ),
    "colour": (
        "In what colour will they be painted?",
        lambda r: f"{r.choice(_COLOURS)} number {r.randint(1000, 9999)}",
    ),
    "warranty": (
        "For how long do you repair them free of charge?",
        lambda r: f"{r.randint(12, 60)} months from delivery",
    ),
    "insurance": (
        "What happens if they are damaged at sea?",
        lambda r: f"covered up to {r.randint(20, 90)} thousand euros",
    ),
}


def draw_order(rng: Random, level: int) -> tuple[str, dict[str, str], list[str]]:
    """The customer's name, the file, and the names of the facts that are asked for."""
    file = {fact: draw(rng) for fact, (_, draw) in FACTS.items()}
    order = rng.sample(sorted(file), len(file))
    asked = rng.sample(sorted(file), COUNTS[level])
    return rng.choice(NAMES), {fact: file[fact] for fact in order}, asked


def mail_of(name: str, asked: list[str]) -> str:
    """The customer's mail."""
    questions = " ".join(FACTS[fact][0] for fact in asked)
    return f"Hello, before we confirm the order we would like to know: {questions} Regards, {name}"
