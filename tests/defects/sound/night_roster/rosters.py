"""Weeks, and rosters for them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .models import Nurse

NAMES = ("Abel", "Berta", "Chloe", "David", "Erika", "Felix", "Gina", "Henk")
SKILLS = ("intensive", "children", "surgery")
NIGHTS = 7


def may_work(nurse: Nurse, night: int, skill: str) -> bool:
    """Whether a nurse can be assigned to a night."""
    return skill in nurse.skills and night not in nurse.days_off


def solve(nurses: Sequence[Nurse], nights: Sequence[str]) -> list[str]:
    """A roster that keeps all rules; empty if there is none."""

    def extend(chosen: list[str]) -> list[str]:
        night = len(chosen)
        if night == len(nights):
            return chosen
        for nurse in nurses:
            rested = not chosen or chosen[-1] != nurse.name
            if not rested or not may_work(nurse, night, nights[night]):
                continue
            if done := extend([*chosen, nurse.name]):
                return done
        return []

    return extend([])


def draw_week(rng: Random) -> tuple[list[Nurse], list[str]]:
    """Four or five nurses and a week that has a roster."""
    while True:
        names = rng.sample(NAMES, rng.randrange(4, 6))
        nurses = [
            Nurse(
                name=name,
                skills=sorted(rng.sample(SKILLS, rng.randrange(1, 3))),
                days_off=sorted(rng.sample(range(NIGHTS), 2)),
            )
            for name in names
        ]
        nights = [rng.choice(SKILLS) for _ in range(NIGHTS)]
        if solve(nurses, nights):
            return nurses, nights
