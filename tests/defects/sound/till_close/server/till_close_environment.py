"""The journal of a shop's till, and the takings that it adds up to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import CloseAction, Entry, TillObservation

RULE = (
    "A sale adds quantity times price, a refund takes the same away, and a void cancels the entry "
    "that it names. The takings are what is left."
)
PRICES = {
    "bread": 2.35, "milk": 1.19, "eggs": 3.49, "coffee": 6.79, "apples": 0.45, "soap": 1.05,
    "candle": 4.1, "batteries": 7.95, "paper": 3.3, "honey": 5.6, "rice": 1.85, "jam": 2.7,
}  # fmt: skip
ENTRIES = {1: 6, 2: 12, 3: 25}
ATTEMPTS = 2


@dataclass
class Day:
    """One day of a till."""

    journal: list[Entry]
    takings: Secret[float]
    attempts: int = 0
    right: bool = False


def takings(journal: list[Entry]) -> float:
    """What the journal adds up to, in euros."""
    cancelled = {entry.voids for entry in journal if entry.kind == "void"}
    total = 0.0
    for entry in journal:
        if entry.number not in cancelled:
            sign = {"sale": 1, "refund": -1, "void": 0}[entry.kind]
            total += sign * entry.quantity * entry.price
    return total


def draw_journal(rng: Random, length: int) -> list[Entry]:
    """Mostly sales; a void cancels a sale or a refund that is not cancelled yet."""
    journal: list[Entry] = []
    for number in range(1, length + 1):
        kind = rng.choices(["sale", "refund", "void"], [8, 1, 1])[0] if number > 2 else "sale"
        gone = {entry.voids for entry in journal}
        open_entries = [e.number for e in journal if e.kind != "void" and e.number not in gone]
        if kind == "void" and len(open_entries) > 1:
            journal.append(Entry(number=number, kind="void", voids=rng.choice(open_entries)))
            continue
        item = rng.choice(sorted(PRICES))
        kind = "refund" if kind == "refund" else "sale"
        quantity = rng.randrange(1, 7 if kind == "sale" else 3)
        journal.append(
            Entry(number=number, kind=kind, item=item, quantity=quantity, price=PRICES[item])
        )
    return journal


def level_of(setup: Setup) -> int:
    """The level that was asked for; the first if none was."""
    level = 1 if setup.level is None else setup.level
    if level not in ENTRIES:
        raise SetupError(f"level {level} is none of {list(ENTRIES)}")
    return level


class TillCloseEnvironment(VerifiedEnvironment[CloseAction, TillObservation, VerifiedState, Day]):
    """Add up the journal of a till, in two attempts."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Day, TillObservation]:
        """Draw a journal of the level."""
        length = ENTRIES[level_of(setup)]
        journal = draw_journal(rng, length)
        while abs(takings(journal)) < 1.0:
            journal = draw_journal(rng, length)
        day = Day(journal, Secret(takings(journal)))
        return day, self._observation(day)

    def advance(self, day: Day, action: CloseAction) -> TillObservation:
        """Compare the answer with the takings."""
        day.attempts += 1
        day.right = action.total is not None and abs(action.total - day.takings.reveal()) < 0.005
        return self._observation(day, "" if day.right else "not the total", done=day.right)

    def facts(self, day: Day) -> Mapping[str, Any]:
        """Whether the last answer was right."""
        return {"right": day.right}

    def _observation(self, day: Day, note: Any = "", done: bool = False) -> TillObservation:
        return TillObservation(
            journal=day.journal,
            rule=RULE,
            attempts_left=ATTEMPTS - day.attempts,
            note=note,
            done=done,
        )
