"""Bus lines with fixed headways, and questions about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

STOPS = (
    "Harbour", "Museum", "Old Market", "Station", "Hospital", "University", "Stadium",
    "Botanic Garden", "Town Hall", "Mill Lane", "Airport", "Castle Hill",
)  # fmt: skip
LAST = 22 * 60
OPTIONS = 4
TRIES = 1000
LINES_AT = {1: 4, 2: 5, 3: 7}
STOPS_AT = {1: 7, 2: 9, 3: 12}


@dataclass(frozen=True)
class Line:
    """A line in one direction: its stops with minutes after departure, and its headway."""

    number: int
    stops: tuple[str, ...]
    offsets: tuple[int, ...]
    first: int
    headway: int

    def offset(self, stop: str) -> int | None:
        """Minutes from the first stop to `stop`; None if the line does not call there."""
        return self.offsets[self.stops.index(stop)] if stop in self.stops else None

    def departures(self, stop: str) -> range:
        """Every minute of the day at which a bus of the line leaves `stop`."""
        offset = self.offset(stop)
        assert offset is not None
        return range(self.first + offset, LAST + offset, self.headway)

    def ride(self, start: str, end: str) -> int | None:
        """Minutes from `start` to `end`; None if the line does not go there."""
        here, there = self.offset(start), self.offset(end)
        return there - here if here is not None and there is not None and there > here else None

    def text(self) -> str:
        """The line as the timetable prints it."""
        calls = ", ".join(f"{s} +{o}" for s, o in zip(self.stops, self.offsets, strict=True))
        return f"line {self.number}: {calls}; from {clock(self.first)} every {self.headway} min"


@dataclass(frozen=True)
class Question:
    """One question; `right` is the position of the best option."""

    start: str
    end: str
    now: int
    options: tuple[tuple[int, int], ...]
    right: int


def clock(minute: int) -> str:
    """A minute of the day as HH:MM."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def draw_network(rng: Random, level: int) -> list[Line]:
    """The lines of a city."""
    stops = STOPS[: STOPS_AT[level]]
    lines = []
    for number in sorted(rng.sample(range(1, 60), LINES_AT[level])):
        calls = rng.sample(stops, rng.randint(5, 6))
        offsets = [0]
        for _ in calls[1:]:
            offsets.append(offsets[-1] + rng.randint(2, 14))
        first = rng.randrange(300, 360)
        lines.append(Line(number, tuple(calls), tuple(offsets), first, rng.randrange(7, 24)))
    return lines


def arrivals(lines: list[Line], start: str, end: str, now: int) -> list[tuple[int, int, int]]:
    """For each line that goes there: arrival, line and departure of its next bus, in order."""
    found = []
    for line in lines:
        ride = line.ride(start, end)
        if ride is not None:
            leaves = next(minute for minute in line.departures(start) if minute >= now)
            found.append((leaves + ride, line.number, leaves))
    return sorted(found)


def _others(
    lines: list[Line], best: tuple[int, int], start: str, now: int
) -> Iterator[tuple[int, int]]:
    """Departures from `start` around `now` that are not the best one."""
    for line in lines:
        if start in line.stops[:-1]:
            for minute in line.departures(start):
                if (
                    now - line.headway <= minute < now + line.headway
                    and (line.number, minute) != best
                ):
                    yield line.number, minute


def _options(
    rng: Random,
    lines: list[Line],
    best: tuple[int, int],
    start: str,
    now: int,
    gone: int,
    sooner: int,
) -> list[tuple[int, int]] | None:
    """Three wrong departures: so many that have left, so many that leave before the best one."""
    wrong = sorted(_others(lines, best, start, now))
    left = [option for option in wrong if option[1] < now]
    before = [option for option in wrong if now <= option[1] < best[1]]
    after = [option for option in wrong if option[1] > best[1]]
    later = OPTIONS - 1 - gone - sooner
    if len(left) < gone or len(before) < sooner or len(after) < later:
        return None
    return [*rng.sample(left, gone), *rng.sample(before, sooner), *rng.sample(after, later)]


def question_sheet(
    rng: Random, lines: list[Line], shapes: list[tuple[int, int]]
) -> list[Question] | None:
    """A question for each shape, with one departure that arrives before all others.

    A shape says how many of the wrong options have left and how many leave before the best one.
    None if the lines give no such questions.
    """
    stops = sorted({stop for line in lines for stop in line.stops})
    sheet: list[Question] = []
    for _ in range(TRIES):
        places = rng.sample(range(OPTIONS), OPTIONS)
        if len(sheet) == len(shapes):
            return sheet
        start, end = rng.sample(stops, 2)
        now = rng.randrange(7 * 60, 20 * 60)
        ranked = arrivals(lines, start, end, now)
        if len(ranked) < 2 or ranked[0][0] == ranked[1][0]:
            continue
        best = ranked[0][1:]
        wrong = _options(rng, lines, best, start, now, *shapes[len(sheet)])
        if wrong is not None:
            options = [best, *rng.sample(wrong, len(wrong))]
            placed = tuple(options[places.index(place)] for place in range(OPTIONS))
            sheet.append(Question(start, end, now, placed, placed.index(best)))
    return None


def draw_day(rng: Random, level: int, count: int) -> tuple[list[Line], list[Question]]:
    """A city and its questions; where the best bus comes among those not yet gone is even."""
    shapes = []
    for _ in range(count):
        gone = rng.randint(0, 1)
        shapes.append((gone, rng.randrange(OPTIONS - gone)))
    while True:
        lines = draw_network(rng, level)
        sheet = question_sheet(rng, lines, shapes)
        if sheet is not None:
            return lines, sheet
