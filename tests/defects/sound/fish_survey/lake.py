"""The simulated lake: strata, densities and the net."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

NAMES = (
    "north bay",
    "south bay",
    "reed belt",
    "deep basin",
    "river mouth",
    "island shelf",
    "narrows",
)
STRATA = {1: 3, 2: 5}
LEAST_CAUGHT, MOST_CAUGHT = 0.4, 0.8
MEAN_CAUGHT = (LEAST_CAUGHT + MOST_CAUGHT) / 2


@dataclass
class Lake:
    """The areas are public; the densities (fish per hectare) are not."""

    hectares: dict[str, int]
    density: dict[str, float]
    net: Random

    @property
    def stock(self) -> float:
        """How many fish there are."""
        return sum(self.hectares[name] * self.density[name] for name in self.hectares)

    def tow(self, name: str) -> int:
        """The catch of one tow in a stratum."""
        caught = LEAST_CAUGHT + (MOST_CAUGHT - LEAST_CAUGHT) * self.net.random()
        return round(self.density[name] * caught)


def draw_lake(rng: Random, level: int) -> Lake:
    """A lake with the strata of a level."""
    names = rng.sample(NAMES, STRATA[level])
    hectares = {name: rng.randrange(20, 81) for name in names}
    seed = rng.getrandbits(64)
    water = Random(seed)
    base = 20 * 50 ** water.random()
    density = {names[0]: base}
    for name in names[1:]:
        density[name] = base * (0.5 + 1.5 * water.random())
    return Lake(hectares, density, net=Random(rng.getrandbits(64)))
