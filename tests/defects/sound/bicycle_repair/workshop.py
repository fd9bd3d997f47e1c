"""Bicycles, faults, checks, and the jobs of the workshop."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import NamedTuple

BICYCLES = (
    "blue tourer",
    "red racer",
    "folding bicycle",
    "cargo bicycle",
    "old roadster",
    "gravel bicycle",
    "mountain bicycle",
    "children's bicycle",
    "tandem",
    "fixed-wheel",
    "hired city bicycle",
    "recumbent",
    "mail bicycle",
    "trekking bicycle",
    "silver hybrid",
)
CHECKS = ("ride it", "rock the parts", "look closely", "chain gauge", "water bath")
FAULTS: dict[str, tuple[str, str, str, str, str]] = {
    "worn chain": ("noise", "tight", "marks", "long", "no bubbles"),
    "bent hanger": ("noise", "tight", "clean", "good", "no bubbles"),
    "loose bottom bracket": ("noise", "play", "clean", "good", "no bubbles"),
    "cracked freehub": ("noise", "play", "marks", "good", "no bubbles"),
    "loose headset": ("quiet", "play", "clean", "good", "no bubbles"),
    "broken spoke": ("quiet", "play", "marks", "good", "no bubbles"),
    "glazed brake pads": ("quiet", "tight", "marks", "good", "no bubbles"),
    "slow puncture": ("quiet", "tight", "clean", "good", "bubbles"),
}
CHECKS_ALLOWED = {1: 4, 2: 3}
_COMPLAINTS = {
    "noise": ("It makes a noise when I pedal.", "Something crunches on every hill."),
    "quiet": ("It feels wrong, but it is quiet.", "No noise at all, yet I do not trust it."),
    "": ("Something is wrong with it.", "It is not what it was. Please have a look."),
}


class Job(NamedTuple):
    """A job of the workshop."""

    number: int
    bicycle: str
    fault: str


def jobs(level: int) -> list[Job]:
    """Every bicycle with every fault, numbered."""
    pairs = list(product(BICYCLES, FAULTS))
    numbers = list(range(2000 * level, 2000 * level + len(pairs)))
    Random(f"job numbers {level}").shuffle(numbers)
    return [Job(number, *pair) for number, pair in zip(numbers, pairs, strict=True)]


def finding(fault: str, check: str) -> str:
    """What a check shows."""
    return FAULTS[fault][CHECKS.index(check)]


def complaint(rng: Random, job: Job, level: int) -> str:
    """What the customer says: at level 1 whether there is a noise, at level 2 nothing."""
    return rng.choice(_COMPLAINTS[finding(job.fault, "ride it") if level == 1 else ""])


def handbook() -> dict[str, dict[str, str]]:
    """What each check shows for each fault."""
    return {fault: dict(zip(CHECKS, shown, strict=True)) for fault, shown in FAULTS.items()}
