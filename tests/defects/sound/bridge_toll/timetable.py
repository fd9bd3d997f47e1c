"""Times, the toll table, and which departures are right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

GRID = 5
_TIME = re.compile(r"\s*([0-9]{1,2}):([0-9]{2})\s*")


def clock(minute: int) -> str:
    """Minute 425 of the day is 07:05."""
    return f"{minute // 60:02}:{minute % 60:02}"


def read_time(text: str) -> int | None:
    """The minute of the day that a text names; None unless it is a time and nothing else."""
    time = _TIME.fullmatch(text)
    if time is None:
        return None
    hour, minute = int(time[1]), int(time[2])
    return 60 * hour + minute if hour < 24 and minute < 60 else None


@dataclass(frozen=True)
class Journey:
    """A journey: the bands of the day, when it may take place, and how long it takes."""

    bands: tuple[tuple[int, int], ...]
    earliest: int
    latest: int
    to_bridge: int
    beyond: int

    def toll(self, departure: int) -> int:
        """The toll for a departure: that of the minute in which the gate is reached."""
        gate = departure + self.to_bridge
        return [toll for start, toll in self.bands if start <= gate][-1]

    def departures(self) -> list[int]:
        """The departures on the grid that are not too early and not too late."""
        last = self.latest - self.to_bridge - self.beyond
        return list(range(self.earliest, last + 1, GRID))

    def right(self, departure: int | None) -> bool:
        """Whether a departure is possible and its toll the lowest."""
        lowest = min(map(self.toll, self.departures()))
        return departure in self.departures() and self.toll(departure) == lowest


def draw_journey(rng: Random, level: int) -> Journey:
    """A journey in the morning, whose first and last departure are never the cheapest."""
    while True:
        earliest = rng.randrange(300, 480, GRID)
        to_bridge, beyond = rng.randint(7, 48), rng.randint(6, 40)
        window = rng.randrange(45, 90, 5) if level == 1 else rng.randrange(90, 200, 5)
        gate = earliest + to_bridge
        starts = sorted(rng.sample(range(gate - 9, gate + window, 3), 4 if level == 1 else 8))
        tolls = [rng.randint(2, 12)]
        for _ in starts:
            tolls.append(rng.choice([toll for toll in range(2, 13) if toll != tolls[-1]]))
        bands = tuple(zip((0, *starts), tolls, strict=True))
        latest = earliest + to_bridge + beyond + window
        journey = Journey(bands, earliest, latest, to_bridge, beyond)
        costs = [journey.toll(departure) for departure in journey.departures()]
        if min(costs) not in (costs[0], costs[-1]):
            return journey
