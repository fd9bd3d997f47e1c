"""The bus lines, and which of them are held out from training."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

STOPS_OF = {
    "3": ("Station", "Castle", "Hospital", "Mill Lane", "Ferry"),
    "7": ("Market", "Town Hall", "Library", "Park Road", "Zoo"),
    "12": ("Station", "Bridge Street", "Brewery", "Stadium", "Airport"),
    "15": ("Harbour", "Market", "University", "Elm Grove", "Hill Top"),
    "21": ("Museum", "Station", "Gasworks", "Canal", "Lock House"),
    "24": ("Zoo", "Abbey", "Old Tollgate", "Orchard", "Weir"),
    "30": ("Airport", "Business Park", "Motorway", "Station", "Opera"),
    "31": ("Ferry", "Lighthouse", "Camp Site", "Dunes", "Beach"),
    "42": ("Opera", "Theatre", "Market", "Cattle Market", "Depot"),
    "48": ("Hospital", "School", "Church", "Windmill", "Quarry"),
    "55": ("University", "Hostel", "Laboratories", "Station", "Arena"),
    "60": ("Beach", "Golf Club", "Vineyard", "Chapel", "Market"),
}
HELD_OUT = ("15", "31", "55")
SPLITS = ("train", "test")
TRIPS = 8


@dataclass(frozen=True)
class Line:
    """A line: `times[stop][trip]` in minutes after midnight."""

    number: str
    stops: tuple[str, ...]
    times: tuple[tuple[int, ...], ...]

    def text(self) -> str:
        """The timetable as text."""
        width = max(map(len, self.stops))
        rows = zip(self.stops, self.times, strict=True)
        return "\n".join(
            f"{stop:<{width}} | " + " ".join(clock(time) for time in times) for stop, times in rows
        )


def clock(minutes: int) -> str:
    """Minutes after midnight as HH:MM."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def lines_of(split: str) -> list[str]:
    """The numbers of the lines of a split."""
    if split == "test":
        return list(HELD_OUT)
    return [number for number in STOPS_OF if number not in HELD_OUT]


def timetable(number: str) -> Line:
    """The line with this number; its times never change."""
    rng = Random(f"timetable of line {number}")
    starts = [6 * 60 + rng.randint(0, 40)]
    while len(starts) < TRIPS:
        starts.append(starts[-1] + rng.randint(45, 110))
    trips = []
    for start in starts:
        times = [start]
        while len(times) < len(STOPS_OF[number]):
            times.append(times[-1] + rng.randint(3, 14))
        trips.append(times)
    stops = STOPS_OF[number]
    return Line(number, stops, tuple(zip(*trips, strict=True)))
