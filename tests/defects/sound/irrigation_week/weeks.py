"""The weeks that can be played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

WEEKS = 150
DAYS = 7
BEDS = 3
CROPS = {
    "lettuce": (45, 75),
    "tomato": (40, 70),
    "carrot": (35, 65),
    "bean": (30, 62),
    "melon": (50, 80),
    "leek": (38, 70),
}


@dataclass
class Week:
    """A week before anything is done."""

    crops: list[str]
    moisture: list[int]
    loss: list[int]
    rain: list[int]
    need: int


def evening(moisture: int, rain: int, water: int, loss: int) -> int:
    """Moisture in the evening."""
    return max(0, min(100, moisture + rain + water - loss))


def least_water(
    crops: list[str], moisture: list[int], loss: list[int], rain: list[int]
) -> int | None:
    """The least water that keeps all beds well; None if rain drowns one."""
    total = 0
    for crop, wet, lost in zip(crops, moisture, loss, strict=False):
        low, high = CROPS[crop]
        for fall in rain:
            water = max(0, low - (wet + fall - lost))
            wet = evening(wet, fall, water, lost)
            total += water
            if wet > high or water > 60:
                return None
    return total


@cache
def week(index: int) -> Week:
    """A week by its number."""
    rng = Random(f"garden week {index}")
    while True:
        crops = rng.sample(sorted(CROPS), BEDS)
        moisture = [CROPS[crop][0] + rng.randrange(0, 12) for crop in crops]
        loss = [rng.randrange(8, 19) for _ in crops]
        rain = [rng.choice((0, 0, 0, 4, 9, 15)) for _ in range(DAYS)]
        need = least_water(crops, moisture, loss, rain)
        if need is not None and need >= 90:
            return Week(crops, moisture, loss, rain, need)
