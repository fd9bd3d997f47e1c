"""Payroll rules, questions, and how a reply is read and judged."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random

from hallmark_rl.sdk import hold_out

LEVELS = (1, 2, 3)
TRAIN, TEST = 150, 50
TOLERANCE = 0.005
WEEK = 38
_NAMES = ("Ada", "Bilal", "Chiara", "Dmitri", "Esi", "Farid", "Greta", "Hugo", "Ines", "Joon")
_ANSWER = re.compile(
    r"^[ \t]*answer[ \t]*:[ \t]*[$€£]?[ \t]*([0-9][0-9,]*(?:\.[0-9]+)?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class Sheet:
    """A week of one employee, and what is asked about it.

    Attributes:
        hours: worked in all; more than `WEEK` are overtime.
        rate: pay per hour, in cents.
        overtime: percent on top of the rate for hours of overtime.
        bonus: cents per late shift.
        pension: percent of gross that goes to the pension before tax.
        dues: union dues in cents, taken off after tax.
        band: taxable pay up to this many cents is taxed at `low` percent, the rest at `high`.
    """

    asked: str
    name: str
    hours: int
    rate: int
    overtime: int = 0
    shifts: int = 0
    bonus: int = 0
    pension: int = 0
    dues: int = 0
    band: int = 0
    low: int = 0
    high: int = 0

    @property
    def overtime_pay(self) -> float:
        """Pay for the hours above a week, in cents."""
        return max(0, self.hours - WEEK) * self.rate * (1 + self.overtime / 100)

    @property
    def gross(self) -> float:
        """Pay before anything is taken off, in cents."""
        return min(self.hours, WEEK) * self.rate + self.overtime_pay + self.shifts * self.bonus

    @property
    def net(self) -> float:
        """Pay after pension, tax and dues, in cents."""
        pension = self.gross * self.pension / 100
        taxable = self.gross - pension
        tax = min(taxable, self.band) * self.low / 100
        tax += max(0.0, taxable - self.band) * self.high / 100
        return taxable - tax - self.dues

    @property
    def amount(self) -> float:
        """The right answer, in euros."""
        cents = {"gross": self.gross, "overtime": self.overtime_pay, "net": self.net}[self.asked]
        return cents / 100


def draw_sheet(rng: Random, level: int) -> Sheet:
    """A random question of a level."""
    name, rate = rng.choice(_NAMES), rng.randrange(1400, 3200, 5)
    if level == 1 and rng.random() < 0.5:
        return Sheet("gross", name, rng.randint(12, WEEK), rate)
    hours, overtime = WEEK + rng.randint(2, 12), rng.choice([25, 30, 40, 50, 75])
    if level == 1:
        return Sheet("overtime", name, hours, rate, overtime)
    shifts, bonus = rng.randint(1, 5), rng.randrange(800, 2600, 50)
    if level == 2:
        return Sheet("gross", name, hours, rate, overtime, shifts, bonus)
    return Sheet(
        "net",
        name,
        hours,
        rate,
        overtime,
        shifts,
        bonus,
        pension=rng.randint(3, 9),
        dues=rng.randrange(400, 1900, 25),
        band=rng.randrange(30_000, 55_000, 1000),
        low=rng.randint(8, 18),
        high=rng.randint(22, 41),
    )


def sheets() -> dict[str, dict[int, list[Sheet]]]:
    """All questions by split and level."""
    splits: dict[str, dict[int, list[Sheet]]] = {"train": {}, "test": {}}
    for level in LEVELS:
        rng = Random(f"payroll {level}")
        drawn: dict[
            Sheet, Sheet
        ] = {}  # by the sheet without its name: a name makes no new question
        while len(drawn) < TRAIN + TEST:
            sheet = draw_sheet(rng, level)
            drawn[replace(sheet, name="")] = sheet
        all_sheets = list(drawn.values())
        splits["train"][level], splits["test"][level] = hold_out(all_sheets, TEST, seed=level)
    return splits


def question(sheet: Sheet) -> str:
    """The question as text."""
    parts = [f"{sheet.name} worked {sheet.hours} hours this week at {_money(sheet.rate)} per hour."]
    if sheet.hours > WEEK:
        parts.append(
            f"Hours above {WEEK} are overtime and paid with {sheet.overtime} percent on top."
        )
    if sheet.shifts:
        parts.append(
            f"There were {sheet.shifts} late shifts with a bonus of {_money(sheet.bonus)} each."
        )
    if sheet.asked == "net":
        parts.append(
            f"{sheet.pension} percent of gross pay go into the pension before tax. Tax on the "
            f"rest is {sheet.low} percent up to {_money(sheet.band)} and {sheet.high} percent "
            f"on what is above. "
            f"Union dues of {_money(sheet.dues)} are taken off after tax."
        )
    asked = {"gross": "gross pay", "overtime": "overtime pay", "net": "net pay"}[sheet.asked]
    parts.append(f"What is the {asked} in euros? End with one line: Answer: <amount>")
    return " ".join(parts)


def _money(cents: int) -> str:
    return f"{cents / 100:.2f} euros"


def read_amount(text: str) -> float | None:
    """The amount in the only answer line; None if there is none, or more than one."""
    found = _ANSWER.findall(text)
    if len(found) != 1:
        return None
    return float(found[0].replace(",", ""))


def is_close(given: float, right: float) -> bool:
    """Whether an amount is within half a percent of the right one."""
    return abs(given - right) <= TOLERANCE * right
