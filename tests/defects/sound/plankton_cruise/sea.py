"""The transect, the patches of plankton on it, and what the net brings up."""

import math
from dataclasses import dataclass
from random import Random
from typing import Any

LENGTH = 60.0
KNOTS = 10.0
TOW_HOURS = 1.0
NOISE = 0.06
BACKGROUND = 5.0
EXACT, USELESS = 1.5, 4.0
"""A report within EXACT miles earns everything, one beyond USELESS miles nothing."""
LEVELS: dict[int, tuple[float, float, bool]] = {
    1: (8.0, 26.0, False),
    2: (5.0, 28.0, False),
    3: (4.0, 32.0, True),
}
"""By level: the width of the patch, the hours, and whether there is a second, thinner patch."""


@dataclass(frozen=True)
class Patch:
    """A patch of plankton, densest at `mile`."""

    mile: float
    density: float
    width: float

    def at(self, mile: float) -> float:
        return self.density * math.exp(-((mile - self.mile) ** 2) / (2 * self.width**2))


@dataclass(frozen=True)
class Cruise:
    """What the episode is about: the patches (the densest first), hours, and the log."""

    level: int
    patches: tuple[Patch, ...]
    hours: float
    bridge_log: dict[str, Any]
    net: Random

    @property
    def densest(self) -> float:
        return self.patches[0].mile

    def haul(self, mile: float) -> int:
        """The count of one tow; every tow has its own error of about six per cent."""
        density = BACKGROUND + sum(patch.at(mile) for patch in self.patches)
        return round(density * math.exp(self.net.gauss(0.0, NOISE)))


def draw_cruise(seed: int, level: int) -> Cruise:
    """Draw the patches and the weather of a cruise."""
    width, hours, second = LEVELS[level]
    sea = Random(f"plankton {level} {seed}")
    mile = sea.uniform(4.0, LENGTH - 4.0)
    density = sea.uniform(600.0, 1500.0)
    patches = [Patch(mile, density, width)]
    while second and len(patches) < 2:
        other = sea.uniform(4.0, LENGTH - 4.0)
        if abs(other - mile) >= 4 * width:
            patches.append(Patch(other, density * sea.uniform(0.35, 0.55), width))
    net = Random(f"net {level} {seed}")
    return Cruise(level, tuple(patches), hours, _bridge_log(seed, level), net)


def _bridge_log(seed: int, level: int) -> dict[str, Any]:
    """The weather on the morning of the departure."""
    sky = Random(f"bridge log {level} {seed}")
    return {
        "wind_from_degrees": round(sky.uniform(0.0, 359.0)),
        "wind_knots": sky.randint(2, 22),
        "swell_metres": round(sky.uniform(0.2, 2.4), 1),
        "air_celsius": round(sky.uniform(4.0, 19.0), 1),
        "moon": sky.choice(["new", "waxing", "full", "waning"]),
    }


def cost_of(position: float, mile: float) -> float:
    """The hours for steaming to a mile and towing there."""
    return abs(mile - position) / KNOTS + TOW_HOURS


def worth(error: float) -> float:
    """What a report with this error in miles earns."""
    return max(0.0, min(1.0, (USELESS - error) / (USELESS - EXACT)))
