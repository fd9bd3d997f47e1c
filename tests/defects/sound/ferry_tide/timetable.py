"""The bookings, tides and prices of a day."""

import random
from dataclasses import dataclass

FUEL = 12
WAGE = 1
SPRING_EXTRA = 15
SHORES = ("north", "south")

# kind: length in metres, lowest and highest fare
KINDS = {
    "motorbike": (2, 8, 14),
    "car": (4, 20, 30),
    "car with trailer": (7, 34, 46),
    "van": (6, 28, 42),
    "lorry": (9, 46, 64),
    "coach": (11, 50, 72),
}


@dataclass(frozen=True)
class Level:
    bookings: int
    crossing: tuple[int, int]
    window: tuple[int, int]
    deck: int


LEVELS = {
    1: Level(bookings=5, crossing=(17, 20), window=(55, 65), deck=12),
    2: Level(bookings=7, crossing=(14, 17), window=(66, 78), deck=14),
    3: Level(bookings=10, crossing=(11, 14), window=(78, 90), deck=16),
}
LONGEST_WINDOW = LEVELS[3].window[1] + SPRING_EXTRA


@dataclass(frozen=True)
class Vehicle:
    id: str
    kind: str
    shore: str
    length: int
    fare: int
    ready: int


@dataclass(frozen=True)
class Day:
    closes: int
    crossing: int
    deck: int
    start: str
    vehicles: tuple[Vehicle, ...]


def other(shore: str) -> str:
    return SHORES[1 - SHORES.index(shore)]


def draw_day(rng: random.Random, level: int, spring_tide: bool) -> Day:
    """A day; with a spring tide it is the same day with a longer window."""
    rules = LEVELS[level]
    closes = rng.randint(*rules.window)
    crossing = rng.randint(*rules.crossing)
    start = rng.choice(SHORES)
    vehicles = []
    for number in range(1, rules.bookings + 1):
        kind = rng.choice(list(KINDS))
        length, low, high = KINDS[kind]
        # The first two wait for the ferry when it opens, and are always worth a crossing.
        shore = start if number <= 2 else rng.choice(SHORES)
        ready = 0 if number <= 2 else rng.randint(0, closes + 10)
        vehicles.append(Vehicle(f"v{number}", kind, shore, length, rng.randint(low, high), ready))
    first, second = vehicles[:2]
    load = [first.fare, second.fare]
    if first.length + second.length <= rules.deck:
        load.append(first.fare + second.fare)
    if max(load) < FUEL + WAGE * crossing + 15:
        return draw_day(rng, level, spring_tide)
    return Day(closes + SPRING_EXTRA * spring_tide, crossing, rules.deck, start, tuple(vehicles))
