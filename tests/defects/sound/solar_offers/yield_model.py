"""The yield of a roof, and estimates of it that are too low or too high."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from random import Random

LETTERS = "ABCDEF"
SUN = {"Bergen": 870, "Hamburg": 960, "Lyon": 1190, "Turin": 1240, "Seville": 1600, "Malta": 1660}
AZIMUTH = {"south": 1.0, "south-west": 0.95, "south-east": 0.95, "west": 0.84, "east": 0.84}
TILT = {10: 0.92, 20: 0.97, 30: 1.0, 40: 0.99, 50: 0.95, 60: 0.88}
# Each estimate is this many times as high as the next lower one.
STEP = (1.06, 1.16)


@dataclass(frozen=True)
class Roof:
    """What the yield depends on."""

    city: str
    modules: int
    watts: int
    azimuth: str
    tilt: int
    shade: int
    losses: int

    def kwh(self) -> float:
        """Sun hours x peak power x the factors of direction, tilt, shade and losses."""
        peak = self.modules * self.watts / 1000
        kept = (100 - self.shade) / 100 * (100 - self.losses) / 100
        return SUN[self.city] * peak * AZIMUTH[self.azimuth] * TILT[self.tilt] * kept

    def text(self) -> str:
        """The roof in words."""
        return (
            f"A roof in {self.city} faces {self.azimuth} at a tilt of {self.tilt} degrees. It "
            f"takes {self.modules} modules of {self.watts} W. Shade costs {self.shade} %, inverter "
            f"and cables cost {self.losses} % of the rest. What does it yield in the first year?"
        )


_TEXT = re.compile(
    r"in (\w+) faces ([\w-]+) at a tilt of (\d+) degrees. It takes (\d+) modules of (\d+) W. "
    r"Shade costs (\d+) %, inverter and cables cost (\d+) %"
)


def read_roof(text: str) -> Roof:
    """The roof that a text describes."""
    found = _TEXT.search(text)
    assert found is not None
    city, azimuth, *numbers = found.groups()
    tilt, modules, watts, shade, losses = map(int, numbers)
    return Roof(city, modules, watts, azimuth, tilt, shade, losses)


def draw_roof(rng: Random, level: int) -> Roof:
    """A random roof; on level 1 it faces south at 30 degrees and has no shade."""
    easy = level == 1
    return Roof(
        city=rng.choice(sorted(SUN)),
        modules=rng.randint(6, 40),
        watts=rng.choice((380, 400, 415, 430, 445)),
        azimuth="south" if easy else rng.choice(sorted(AZIMUTH)),
        tilt=30 if easy else rng.choice(sorted(TILT)),
        shade=0 if easy else rng.randint(1, 15),
        losses=rng.randint(8, 18),
    )


def draw_offers(rng: Random, roof: Roof) -> tuple[dict[str, int], str]:
    """Six estimates in random order, and the letter of the right one.

    How many of the five wrong ones are too low is random, so the right one may be of any rank.
    """
    below = rng.randrange(len(LETTERS))
    steps = [rng.uniform(*STEP) for _ in LETTERS[1:]]
    ladder = [math.prod(steps[:rank]) for rank in range(len(LETTERS))]
    estimates = [
        (round(roof.kwh() * height / ladder[below]), rank == below)
        for rank, height in enumerate(ladder)
    ]
    rng.shuffle(estimates)
    offers = {letter: kwh for letter, (kwh, _) in zip(LETTERS, estimates, strict=True)}
    right = next(letter for letter, (_, ok) in zip(LETTERS, estimates, strict=True) if ok)
    return offers, right


_ANSWER = re.compile(r"(?:answer\s*:\s*)?([a-f])\.?", re.IGNORECASE)


def read_answer(text: str) -> str:
    """The one letter of an answer in the agreed form, or ""."""
    found = _ANSWER.fullmatch(text.strip())
    return found.group(1).upper() if found else ""
