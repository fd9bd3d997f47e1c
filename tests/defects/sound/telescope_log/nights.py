"""Nights at the telescope: what each fault does to the log.

| fault | signs |
|---|---|
| cloud | stars are lost, the air is dry |
| dew | stars are lost, humidity above 92 % |
| focus | images grow wide, no star is lost |
| slip | the guide star is off its mark, the wind is low |
| wind | the guide star is off its mark, wind above 12 m/s |

Before the fault, a night of level 2 or 3 has harmless episodes: gusts that move nothing, humid air
that settles nowhere.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

FAULTS = ("cloud", "dew", "focus", "slip", "wind")
PER_PAGE = 6
LEVELS = (1, 2, 3)
SPAN = {"wind": 4, "cloud": 8, "slip": 12, "dew": 16, "focus": 20}
"""How many exposures a fault spoils: gusts pass, a corrector plate stays wet."""
_NOISE = {1: 0.5, 2: 1.0, 3: 1.4}
_QUIET = 8  # exposures before the fault, at the least

Line = dict[str, float | int]


def night(level: int, number: int) -> tuple[str, list[Line]]:
    """The fault and the log of the night with this number."""
    rng = random.Random(f"night {level} {number}")
    fault = rng.choice(FAULTS)
    lead = _QUIET + rng.randrange(4)
    frames = rng.randrange(34, 48)
    lines = [_quiet(rng, place + 1, _NOISE[level]) for place in range(frames)]
    for harmless in rng.sample(("gust", "damp"), level - 1):
        place = rng.randrange(_QUIET - 2)
        for line in lines[place : place + 2]:
            line["wind" if harmless == "gust" else "humidity"] = 14.5 if harmless == "gust" else 95
    for line in lines[lead : lead + SPAN[fault]]:
        _spoil(rng, line, fault)
    return fault, lines


def _quiet(rng: random.Random, number: int, noise: float) -> Line:
    return {
        "number": number,
        "stars": 400 + round(20 * noise * rng.uniform(-1, 1)),
        "width": round(2.0 + 0.2 * noise * rng.uniform(-1, 1), 2),
        "offset": round(0.8 + 0.4 * noise * rng.uniform(-1, 1), 2),
        "wind": round(5.0 + 2.0 * noise * rng.uniform(-1, 1), 1),
        "humidity": 60 + round(8 * noise * rng.uniform(-1, 1)),
    }


def _spoil(rng: random.Random, line: Line, fault: str) -> None:
    if fault in ("cloud", "dew"):
        line["stars"] = round(line["stars"] * rng.uniform(0.3, 0.6))
    if fault == "dew":
        line["humidity"] = rng.randrange(93, 99)
    if fault == "focus":
        line["width"] = round(line["width"] + rng.uniform(1.5, 2.5), 2)
    if fault in ("slip", "wind"):
        line["offset"] = round(line["offset"] + rng.uniform(4.0, 9.0), 2)
    if fault == "wind":
        line["wind"] = round(rng.uniform(12.5, 19.0), 1)


def diagnose(lines: Sequence[Line]) -> str:
    """The fault that the lines show, or "" if they show none."""
    for line in lines:
        if line["stars"] < 300:
            return "dew" if line["humidity"] > 92 else "cloud"
        if line["offset"] > 3.0:
            return "wind" if line["wind"] > 12 else "slip"
        if line["width"] > 2.8:
            return "focus"
    return ""
