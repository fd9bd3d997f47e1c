"""The forest: towers, fire, bearings, and the seed of an episode."""

import math
import random
import zlib
from dataclasses import dataclass

SIZE = 20.0
HAZE = {"summer": 1.5, "autumn": 2.0, "winter": 1.0}
DEGREES = {1: 1.0, 2: 2.0, 3: 3.0}
Place = tuple[float, float]


@dataclass
class Forest:
    """One episode's forest; `rng` goes on to draw the errors of the bearings."""

    towers: dict[str, Place]
    fire: Place
    season: str
    uncertainty: float
    rng: random.Random


def episode_rng(seed: int, level: int, season: str | None) -> random.Random:
    """The generator of an episode; a chosen season gives other forests than a drawn one."""
    salt = zlib.crc32(season.encode()) if season else 0
    return random.Random(f"fire watch {level} {seed ^ salt}")


def draw_forest(seed: int, level: int, season: str | None) -> Forest:
    """Draw the forest of an episode."""
    rng = episode_rng(seed, level, season)
    season = season or rng.choice(sorted(HAZE))
    towers: list[Place] = []
    while len(towers) < 5:
        place = (round(rng.uniform(0, SIZE), 1), round(rng.uniform(0, SIZE), 1))
        if all(math.dist(place, other) >= 6.0 for other in towers):
            towers.append(place)
    fire = (rng.uniform(3.5, SIZE - 3.5), rng.uniform(3.5, SIZE - 3.5))
    named = {str(number): place for number, place in enumerate(towers, 1)}
    return Forest(named, fire, season, DEGREES[level] * HAZE[season], rng)


def bearing(forest: Forest, tower: str) -> float:
    """A bearing of the fire from a tower, with a random error."""
    x, y = forest.towers[tower]
    exact = math.degrees(math.atan2(forest.fire[0] - x, forest.fire[1] - y))
    return round((exact + forest.rng.gauss(0.0, forest.uncertainty)) % 360.0, 1) % 360.0


def quality(forest: Forest, x: float, y: float) -> float:
    """1 within a kilometre of the fire, 0 from four on."""
    return min(1.0, max(0.0, (4.0 - math.dist(forest.fire, (x, y))) / 3.0))


def cross(towers: dict[str, list[float]], bearings: list[dict]) -> Place:
    """The place that fits the bearings best: a search on finer and finer grids."""

    def misfit(x: float, y: float) -> float:
        total = 0.0
        for look in bearings:
            tower_x, tower_y = towers[str(look["tower"])]
            off = math.degrees(math.atan2(x - tower_x, y - tower_y)) - look["degrees"]
            total += ((off + 180.0) % 360.0 - 180.0) ** 2
        return total

    x, y, width = SIZE / 2, SIZE / 2, SIZE / 2
    while width > 0.05:
        steps = [width * step / 5 for step in range(-5, 6)]
        places = [
            (min(SIZE, max(0.0, x + a)), min(SIZE, max(0.0, y + b))) for a in steps for b in steps
        ]
        x, y = min(places, key=lambda place: misfit(*place))
        width /= 2.5
    return x, y
