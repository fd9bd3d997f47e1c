"""Weeks in the greenhouse: weather, beds, and a cistern that is just large enough.

Moisture, evaporation and bands are whole tenths of a millimetre.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

DAYS = 7
LEVELS = {1: 2, 2: 3, 3: 4}
"""How many beds there are, by level."""


@dataclass(frozen=True)
class Climate:
    """Evaporation of a day and rain of a night, in tenths of a millimetre."""

    evaporation: tuple[int, int]
    rain: tuple[int, int]
    rain_chance: float


CLIMATES = {
    "coastal": Climate((20, 45), (10, 80), 0.5),
    "highland": Climate((15, 50), (20, 120), 0.4),
    "continental": Climate((25, 65), (10, 150), 0.25),
    "mediterranean": Climate((40, 80), (5, 40), 0.1),
}
CROPS = {
    "tomatoes": (115, 200, 235),
    "cucumbers": (105, 220, 260),
    "peppers": (95, 170, 205),
    "lettuce": (80, 190, 220),
    "basil": (70, 140, 175),
    "aubergines": (110, 180, 220),
    "chard": (85, 160, 195),
}
"""Thirst in percent, and the band, by crop."""


@dataclass
class Plot:
    """A bed as it is now."""

    name: str
    area: int
    thirst: int
    lowest: int
    highest: int
    moisture: int

    def use(self, evaporation: int) -> int:
        """What the bed loses on a day."""
        return self.thirst * evaporation // 100

    @property
    def comfortable(self) -> bool:
        """Whether the moisture lies within the band."""
        return self.lowest <= self.moisture <= self.highest


@dataclass
class Week:
    """The week of an episode; the beds and the cistern change, the weather does not."""

    plots: list[Plot]
    evaporation: list[int]
    outlook: list[int]
    rain_litres: list[int]
    cistern: int = field(default=0)


def draw_week(climate: str, seed: int, level: int) -> Week:
    """The week of a seed in a climate."""
    rng = Random(_station_key(climate, seed))
    weather = CLIMATES[climate]
    evaporation = [rng.randint(*weather.evaporation) for _ in range(DAYS)]
    outlook = [each * rng.randint(80, 120) // 100 for each in evaporation]
    roof = rng.randint(10, 25)
    rain = [
        roof * rng.randint(*weather.rain) // 10 if rng.random() < weather.rain_chance else 0
        for _ in range(DAYS)
    ]
    plots = []
    for name in rng.sample(sorted(CROPS), LEVELS[level]):
        thirst, lowest, highest = CROPS[name]
        dry = lowest - rng.randint(10, 40)
        plots.append(Plot(name, rng.randint(4, 15), thirst, lowest, highest, dry))
    week = Week(plots, evaporation, outlook, rain)
    week.cistern = _first_filling(week) + rain[0]
    return week


def _station_key(climate: str, seed: int) -> str:
    """The key under which the weather station files the week."""
    return f"{climate}-{seed}"


def litres_to(plot: Plot, moisture: int, evaporation: int) -> int:
    """The least litres with which a bed ends the day at a moisture, or above."""
    missing = moisture + plot.use(evaporation) - plot.moisture
    return max(0, -(-missing * plot.area // 10))


def play_day(plot: Plot, litres: int, evaporation: int) -> None:
    """Water a bed and let a day pass."""
    plot.moisture += 10 * litres // plot.area - plot.use(evaporation)
    plot.moisture = max(0, plot.moisture)


def _first_filling(week: Week) -> int:
    """A twentieth more than a gardener needs who keeps every bed at the lower end of its band."""
    copies = [Plot(**vars(plot)) for plot in week.plots]
    used = caught = most = 0
    for day in range(DAYS):
        caught += week.rain_litres[day] if day else 0
        for plot in copies:
            litres = litres_to(plot, plot.lowest, week.evaporation[day])
            play_day(plot, litres, week.evaporation[day])
            used += litres
        most = max(most, used - caught)
    return 21 * most // 20 + 1
