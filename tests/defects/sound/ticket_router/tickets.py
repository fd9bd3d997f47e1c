"""Tickets: an opening that often fits several queues, and details that decide."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

QUEUES = ("billing", "shipping", "returns", "technical", "account")
VAGUE = (
    "Hello, I have a problem with my last order.",
    "Please help, this is urgent.",
    "I wrote to you last week and nobody answered.",
    "Something is wrong and I need it fixed.",
    "I am a customer of many years and quite upset.",
)
DETAILS = {
    "billing": (
        "You charged my card twice.",
        "The sum on the bill is too high.",
        "I need an invoice with our tax number.",
        "The discount code was not deducted.",
    ),
    "shipping": (
        "The parcel has not arrived.",
        "The tracking page says it is in another town.",
        "Can it be delivered to my neighbour?",
        "The courier left it in the rain.",
    ),
    "returns": (
        "The shoes do not fit and I want to send them back.",
        "Where do I get a label for the return?",
        "I changed my mind and would like my money back for the coat.",
        "The lamp came broken, and I want another one for it.",
    ),
    "technical": (
        "The app closes when I open the basket.",
        "The page shows error 500.",
        "The search finds nothing since the update.",
        "Pictures do not load on my phone.",
    ),
    "account": (
        "I cannot log in with my password.",
        "Please change the e-mail address of my profile.",
        "I want my data deleted.",
        "The code for the second factor never comes.",
    ),
}
LEVELS = {1: 0.0, 2: 0.5, 3: 1.0}
"""By level: how likely a ticket says nothing useful before the customer is asked."""


@dataclass(frozen=True)
class Ticket:
    """A ticket, and the queue that it belongs to."""

    number: str
    opening: str
    detail: str
    queue: str


def draw_tickets(rng: Random, level: int, count: int) -> list[Ticket]:
    """The tickets of a shift, in random order."""
    tickets = []
    numbers = rng.sample(range(1000, 10000), count)
    for position in range(count):
        queue = rng.choice(QUEUES)
        detail = rng.choice(DETAILS[queue])
        vague = rng.random() < LEVELS[level]
        opening = rng.choice(VAGUE) if vague else f"{rng.choice(VAGUE)} {detail}"
        tickets.append(Ticket(f"T-{numbers[position]}", opening, detail, queue))
    return tickets
