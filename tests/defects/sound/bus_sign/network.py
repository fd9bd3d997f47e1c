"""The lines of a bus-stop sign, and the timetable of the depot."""

from __future__ import annotations

import random
from typing import NamedTuple

DESTINATIONS = (
    "Harbour", "Old Mill", "Station", "Airport", "Hospital", "Market Sq", "Zoo", "University",
    "North Gate", "Stadium", "Lakeside", "Docks",
)  # fmt: skip
ROUTES = tuple(f"{number}{letter}" for number in range(1, 40) for letter in ("", "A"))


class Entry(NamedTuple):
    """One line of a sign: route, destination and the first departure."""

    route: str
    destination: str
    first: str

    @property
    def text(self) -> str:
        """As it is printed."""
        return f"{self.route} {self.destination} {self.first}"


class Stop(NamedTuple):
    """A stop: the timetable, what the sign says, and the lines that were complained of."""

    timetable: dict[int, Entry]
    sign: dict[int, Entry]
    complaints: tuple[int, ...]

    @property
    def wrong(self) -> list[int]:
        """The numbers of the lines that differ from the timetable."""
        return [line for line, entry in self.sign.items() if entry != self.timetable[line]]


def _time(rng: random.Random) -> str:
    return f"{rng.randrange(5, 9):02d}:{rng.randrange(0, 60, 5):02d}"


def _misprint(rng: random.Random, entry: Entry) -> Entry:
    """The entry with another destination or another time."""
    while True:
        if rng.random() < 0.5:
            changed = entry._replace(destination=rng.choice(DESTINATIONS))
        else:
            changed = entry._replace(first=_time(rng))
        if changed != entry:
            return changed


def draw(rng: random.Random, lines: int, faults: int, suspects: int) -> Stop:
    """Draw a stop with `faults` misprints among `suspects` lines that were complained of."""
    routes = rng.sample(ROUTES, lines)
    timetable = {
        line: Entry(route, rng.choice(DESTINATIONS), _time(rng))
        for line, route in enumerate(routes, start=1)
    }
    complaints = rng.sample(sorted(timetable), suspects)
    sign = dict(timetable)
    for line in complaints[:faults]:
        sign[line] = _misprint(rng, timetable[line])
    return Stop(timetable, sign, tuple(sorted(complaints)))
