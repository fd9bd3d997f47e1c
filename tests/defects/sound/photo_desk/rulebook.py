"""The rules of the countries, and slips with measured photos."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

Limits = tuple[int, int]

MEASURES = {
    "R1": "width of the photo, mm",
    "R2": "height of the photo, mm",
    "R3": "height of the head, mm",
    "R4": "eye line above the lower edge, mm",
    "R5": "brightness of the background, %",
    "R6": "contrast, %",
    "R7": "distance of the camera, dm",
    "R8": "margin above the head, mm",
    "R9": "distance between the pupils, mm",
}
COUNTRIES: dict[str, tuple[Limits, ...]] = {
    "Arvenia": (
        (33, 37),
        (43, 47),
        (29, 36),
        (20, 31),
        (72, 92),
        (40, 70),
        (12, 20),
        (7, 13),
        (8, 12),
    ),
    "Brellmark": (
        (48, 53),
        (48, 53),
        (25, 35),
        (28, 35),
        (80, 92),
        (35, 60),
        (10, 18),
        (8, 14),
        (9, 14),
    ),
    "Cordova Isles": (
        (34, 36),
        (44, 46),
        (31, 36),
        (22, 30),
        (70, 85),
        (45, 75),
        (13, 25),
        (7, 10),
        (9, 12),
    ),
    "Dunmoor": (
        (38, 42),
        (50, 60),
        (30, 38),
        (26, 34),
        (65, 90),
        (38, 66),
        (15, 22),
        (9, 15),
        (10, 15),
    ),
    "Eastmere": (
        (30, 35),
        (40, 45),
        (24, 33),
        (18, 27),
        (75, 90),
        (42, 68),
        (9, 16),
        (7, 12),
        (8, 11),
    ),
    "Fjellund": (
        (43, 47),
        (53, 57),
        (32, 40),
        (25, 36),
        (60, 88),
        (30, 55),
        (14, 24),
        (8, 11),
        (11, 16),
    ),
}
RULES_OF_LEVEL = {1: 6, 2: 9}
CHILD_BELOW = 6
_BROKEN = ((0, 1, 2, 3), (1, 3, 3, 3))
_VERDICT = re.compile(r"R[1-9](?:[ ,]+R[1-9])*", re.IGNORECASE)


@dataclass(frozen=True)
class Slip:
    """An application: the limits of its country as printed, and what was measured."""

    level: int
    country: str
    age: int
    limits: Mapping[str, Limits]
    allowance: int
    measured: Mapping[str, float]

    def broken(self) -> frozenset[str]:
        """The codes of the rules that the photo breaks."""
        wider = self.allowance if self.age < CHILD_BELOW else 0
        return frozenset(
            code
            for code, (low, high) in self.limits.items()
            if not low - wider <= self.measured[code] <= high + wider
        )


def draw_slip(rng: Random, level: int) -> Slip:
    """Draw an application. One photo in ten is in order; the others break one to three rules."""
    country = rng.choice(sorted(COUNTRIES))
    count = RULES_OF_LEVEL[level]
    limits = dict(zip(MEASURES, COUNTRIES[country][:count], strict=False))
    allowance = rng.randint(1, 3) if level > 1 else 0
    is_child = level > 1 and rng.random() < 0.5
    age = rng.randint(1, 5) if is_child else rng.randint(6, 80)
    wider = allowance if is_child else 0
    to_break = set(rng.sample(sorted(limits), rng.choices(*_BROKEN)[0]))
    measured = {
        code: (_outside if code in to_break else _inside)(rng, low - wider, high + wider)
        for code, (low, high) in limits.items()
    }
    return Slip(level, country, age, limits, allowance, measured)


def _inside(rng: Random, low: int, high: int) -> float:
    """An allowed value."""
    return rng.randint(10 * low + 1, 10 * high) / 10


def _outside(rng: Random, low: int, high: int) -> float:
    """A value that misses the limits by up to 3, to a tenth."""
    beyond = rng.randint(1, 30)
    return (10 * low - beyond if rng.random() < 0.5 else 10 * high + beyond) / 10


def read_verdict(text: str) -> frozenset[str] | None:
    """The codes in a verdict, none for `accept`; None if it cannot be read."""
    text = text.strip().rstrip(".")
    if text.lower() == "accept":
        return frozenset()
    if not _VERDICT.fullmatch(text):
        return None
    return frozenset(re.findall(r"R[1-9]", text.upper()))
