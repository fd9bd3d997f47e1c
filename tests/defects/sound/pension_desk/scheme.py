"""The Northmark scheme: its rules, and the cases of a day."""

from __future__ import annotations

from random import Random

from .models import Case

VERDICTS = ("within", "exceeds", "exceeds_tapered")
STANDARD = 60_000
LIMIT = 260_000
LEAST = 10_000
CASES = 4


def contributions(case: Case) -> float:
    """The contributions of both sides."""
    return case.salary * (case.employee_percent + case.employer_percent) / 100


def allowance(case: Case) -> float:
    """The annual allowance of this member."""
    adjusted = case.salary + case.other_income + case.salary * case.employer_percent / 100
    return max(LEAST, STANDARD - max(0.0, adjusted - LIMIT) / 2)


def excess(case: Case) -> float:
    """How far the contributions are above the allowance; 0 if they are within it."""
    return max(0.0, contributions(case) - allowance(case))


def verdict(case: Case) -> str:
    """The verdict on a case."""
    if not excess(case):
        return "within"
    return "exceeds" if allowance(case) == STANDARD else "exceeds_tapered"


def day(rng: Random) -> list[Case]:
    """The cases of a day, numbered in the order in which they came in."""
    first = rng.randrange(1_000, 9_000)
    return [_case(rng, number) for number in range(first, first + CASES)]


def _case(rng: Random, number: int) -> Case:
    """A form that leads to the verdict which was drawn for it, and is not close to another."""
    wanted = rng.choice(VERDICTS)
    while True:
        case = Case(
            number=number,
            salary=rng.randrange(40_000, 330_000, 500),
            other_income=rng.randrange(0, 80_000, 500),
            employee_percent=rng.randrange(8, 61) / 2,
            employer_percent=rng.randrange(6, 41) / 2,
        )
        if verdict(case) == wanted and abs(contributions(case) - allowance(case)) > 50:
            return case


def is_right(case: Case, level: int, said: str, amount: float) -> bool:
    """Whether an answer is right; the amount counts on level 2."""
    if said.strip().lower() != verdict(case):
        return False
    return level == 1 or abs(amount - excess(case)) <= 1
