"""Seats of a train, section by section."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from .models import Trip

STOPS = ["Arden", "Bilton", "Corby", "Dunmore", "Elstow", "Farley", "Garton", "Hexham"]
NAMES = [
    "Ada",
    "Bo",
    "Cy",
    "Di",
    "Ed",
    "Flo",
    "Gus",
    "Hal",
    "Ivy",
    "Jo",
    "Kit",
    "Lu",
    "Max",
    "Nan",
    "Oz",
    "Pam",
    "Quin",
    "Ray",
    "Sue",
    "Tom",
]


def kind(seat: int) -> str:
    """Odd seats are at a window, even ones at the aisle."""
    return "window" if seat % 2 else "aisle"


def overlap(one: Trip, other: Trip) -> bool:
    """Whether two trips share a section. Leaving where the other boards is no overlap."""
    return one.board < other.leave and other.board < one.leave


def problems(
    seats: int, booked: list[Trip], requests: list[Trip], plan: dict[str, int]
) -> list[str]:
    """What is wrong with a plan."""
    found = [
        f"there is no request of {who}" for who in plan if who not in {t.who for t in requests}
    ]
    taken = list(booked)
    for trip in requests:
        seat = plan.get(trip.who, 0)
        if not 1 <= seat <= seats:
            found.append(f"{trip.who} has no seat")
            continue
        if trip.wish not in ("any", kind(seat)):
            found.append(f"{trip.who} wants a seat at the {trip.wish}")
        for other in taken:
            if other.seat == seat and overlap(trip, other):
                found.append(f"{trip.who} and {other.who} share seat {seat}")
        taken.append(trip.model_copy(update={"seat": seat}))
    return found


def draw(rng: Random, seats: int, share: float) -> tuple[list[Trip], list[Trip]]:
    """Booked trips, and requests for which there is a plan."""
    while True:
        names, trips = iter(rng.sample(NAMES, len(NAMES))), []
        for seat in range(1, seats + 1):
            cuts = sorted({0, len(STOPS) - 1, *rng.sample(range(1, len(STOPS) - 1), 2)})
            for board, leave in pairwise(cuts):
                wish = rng.choice(("any", kind(seat)))
                trips.append(Trip(who=next(names), board=board, leave=leave, wish=wish, seat=seat))
        rng.shuffle(trips)
        number = round(share * len(trips))
        requests = [trip.model_copy(update={"seat": 0}) for trip in trips[:number]]
        booked = sorted(trips[number:], key=lambda trip: (trip.seat, trip.board))
        naive = [{t.who: 2 if t.wish == "aisle" else 1 for t in requests}]
        naive.append({t.who: 1 + n % seats for n, t in enumerate(requests)})
        if all(problems(seats, booked, requests, plan) for plan in naive):
            return booked, requests
