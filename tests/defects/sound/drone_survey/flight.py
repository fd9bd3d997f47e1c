"""The map, what a step uses of the battery, and the best flight by exhaustive search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

MOVES = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
WINDS = (*MOVES, "calm")
LEVELS = {1: (3, 3, 3, 10), 2: (4, 4, 4, 14), 3: (5, 4, 5, 16)}  # width, height, sites, battery
HOVER, WITH_WIND, ACROSS, AGAINST, CALM = 1, 1, 2, 3, 1
GUST_CHANCE = 0.25


@dataclass(frozen=True)
class Survey:
    """A map; `wind[t]` is where the wind blows to in step t."""

    width: int
    height: int
    base: tuple[int, int]
    sites: tuple[tuple[int, int, int], ...]
    battery: int
    wind: tuple[str, ...]


def draw_survey(rng: Random, level: int) -> Survey:
    """A map on which some photograph can be brought home even with a gust in every step."""
    width, height, sites, battery = LEVELS[level]
    while True:
        cells = [(x, y) for x in range(width) for y in range(height)]
        base, *places = rng.sample(cells, sites + 1)
        wind: list[str] = []
        while len(wind) < battery:
            wind += [rng.choice(WINDS)] * rng.randint(1, 4)
        survey = Survey(
            width,
            height,
            base,
            tuple((x, y, rng.randint(1, 9)) for x, y in places),
            battery,
            tuple(wind[:battery]),
        )
        if planner(survey, 1).best() > 0:
            return survey


def move(survey: Survey, place: tuple[int, int], command: str) -> tuple[int, int]:
    """Where a command takes the drone; off the map it goes nowhere."""
    dx, dy = MOVES.get(command, (0, 0))
    x, y = place[0] + dx, place[1] + dy
    return (x, y) if 0 <= x < survey.width and 0 <= y < survey.height else place


def units(wind: str, before: tuple[int, int], after: tuple[int, int]) -> int:
    """What a step uses of the battery, without gusts."""
    if before == after:
        return HOVER
    if wind == "calm":
        return CALM
    step = (after[0] - before[0], after[1] - before[1])
    along = sum(a * b for a, b in zip(step, MOVES[wind], strict=True))
    return {1: WITH_WIND, 0: ACROSS, -1: AGAINST}[along]


class Planner:
    """The most valuable flight that ends at the base, if each step uses `extra` units more."""

    def __init__(self, survey: Survey, extra: int) -> None:
        self.survey = survey
        self.extra = extra
        self._known: dict[tuple[int, int, int, int, int], tuple[int, str] | None] = {}

    def best(self) -> int:
        found = self.plan(self.survey.base, 0, 0, self.survey.battery)
        return found[0] if found else 0

    def plan(
        self, place: tuple[int, int], time: int, taken: int, battery: int
    ) -> tuple[int, str] | None:
        """The value of the sites that will be home at the end, and the next command.

        None if there is no way home. `taken` has a bit for each site that is photographed.
        """
        key = (*place, time, taken, battery)
        if key in self._known:
            return self._known[key]
        survey = self.survey
        found: tuple[int, str] | None = None
        if place == survey.base:
            value = sum(site[2] for i, site in enumerate(survey.sites) if taken >> i & 1)
            found = (value, "land")
        away = abs(place[0] - survey.base[0]) + abs(place[1] - survey.base[1])
        if time < len(survey.wind) and battery >= max(1, away):
            for command in (*MOVES, "hover"):
                after = move(survey, place, command)
                if after == place and command != "hover":
                    continue
                left = battery - units(survey.wind[time], place, after) - self.extra
                if left < 0:
                    continue
                photographed = taken
                for i, (x, y, _) in enumerate(survey.sites):
                    photographed |= (after == (x, y)) << i
                rest = self.plan(after, time + 1, photographed, left)
                if rest and (found is None or rest[0] > found[0]):
                    found = (rest[0], command)
        self._known[key] = found
        return found


@lru_cache(maxsize=8)
def planner(survey: Survey, extra: int) -> Planner:
    """The planner of a map; its results depend on nothing else."""
    return Planner(survey, extra)
