"""Accounts, claims, and letters that are filled in from templates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

PLACEHOLDERS = ("title", "surname", "number", "company", "clerk")
TERMS = {1: 14, 2: 10, 3: 21}
"""Days to pay, by level."""
FEE = 500
"""Cents for the letter, from level 2."""
OVERDUE_DAYS, SURCHARGE = 30, 2
"""From level 3 an invoice of more days than that costs so many percent more."""
_NAMES = [
    "Ahmed",
    "Baker",
    "Cooper",
    "Dubois",
    "Ekström",
    "Fischer",
    "Grant",
    "Hughes",
    "Ito",
    "Jensen",
    "Kaur",
    "Lang",
]
_COMPANIES = ("Northern Water", "Lindgren Energy", "City Library", "Harbour Storage")
_CLERKS = ("P. Moss", "A. Rivera", "T. Okafor", "J. Lund")
_FIELD = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Case:
    """A customer's file; amounts are in cents."""

    level: int
    today: date
    invoices: tuple[tuple[date, int], ...]
    payments: tuple[tuple[date, int], ...]
    title: str
    surname: str
    number: str
    company: str
    clerk: str


def euros(cents: int) -> str:
    """An amount as 123.45."""
    return f"{cents // 100}.{cents % 100:02}"


def claim(case: Case) -> int:
    """The cents that the customer owes."""
    total = 0
    for day, cents in case.invoices:
        total += cents
        if case.level >= 3 and (case.today - day).days > OVERDUE_DAYS:
            total += (cents * SURCHARGE + 50) // 100
    total -= sum(cents for _, cents in case.payments)
    return total + (FEE if case.level >= 2 else 0)


def pay_by(case: Case) -> date:
    """The day until which to pay; on level 3 never a Saturday or a Sunday."""
    day = case.today + timedelta(days=TERMS[case.level])
    while case.level >= 3 and day.weekday() >= 5:
        day += timedelta(days=1)
    return day


def rules(level: int) -> list[str]:
    """How claim and date are worked out, in words."""
    found = ["the claim is the sum of the invoices less the payments"]
    if level >= 2:
        found.append(f"the letter itself costs {euros(FEE)}, which is added to the claim")
    if level >= 3:
        found.append(
            f"an invoice of more than {OVERDUE_DAYS} days ago costs {SURCHARGE} percent more, "
            "rounded to cents, half a cent up"
        )
    found.append(f"it is to be paid within {TERMS[level]} days from today")
    if level >= 3:
        found.append("if that is a Saturday or a Sunday, by the Monday after it")
    return found


def draw_case(rng: Random, level: int) -> Case:
    """A file with two to four invoices and, from level 2, some payments."""
    today = date(2026, 1, 1) + timedelta(days=rng.randrange(360))

    def entry(low: int, high: int) -> tuple[date, int]:
        return today - timedelta(days=rng.randint(3, 60)), rng.randint(low, high)

    invoices = [entry(2000, 40000) for _ in range(rng.randint(2, 1 + level))]
    payments = [entry(100, 1500) for _ in range(rng.randint(1, level - 1) if level > 1 else 0)]
    return Case(
        level,
        today,
        tuple(sorted(invoices)),
        tuple(sorted(payments)),
        rng.choice(("Ms", "Mr", "Dr")),
        rng.choice(_NAMES),
        f"K-{rng.randint(10000, 99999)}",
        rng.choice(_COMPANIES),
        rng.choice(_CLERKS),
    )


def values(case: Case) -> dict[str, str]:
    """All that is known about a letter: what may be filled in, and what must be in it."""
    filled = {name: getattr(case, name) for name in PLACEHOLDERS}
    return {**filled, "claim": euros(claim(case)), "pay_by": pay_by(case).isoformat()}


def write(template: str, case: Case) -> tuple[str, str]:
    """Fill in a template; returns the letter, and why there is none."""
    for name in _FIELD.findall(template):
        if name not in PLACEHOLDERS:
            return "", f"there is no placeholder {name}"
    rest = _FIELD.sub("", template)
    if "{" in rest or "}" in rest:
        return "", "braces are for placeholders only"
    try:
        return template.format(**values(case)), ""
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return "", "the placeholders cannot be read"


def is_right(letter: str, case: Case) -> bool:
    """Whether a letter has its address and closing, the right claim and date, and no other ones."""
    known = values(case)
    lines = [line.strip() for line in letter.split("\n") if line.strip()]
    frame = [f"Dear {case.title} {case.surname},", "Yours sincerely,", case.clerk, case.company]
    if len(lines) < 5 or [lines[0], *lines[-3:]] != frame:
        return False
    body = " ".join(lines[1:-3])
    amounts = re.findall(r"[0-9]+(?:[.,][0-9]+)+", body)
    days = re.findall(r"[0-9]+-[0-9]+-[0-9]+", body)
    return (
        amounts == [known["claim"]]
        and f"EUR {known['claim']}" in body
        and days == [known["pay_by"]]
        and body.count(case.number) == 1
    )
