"""A payment run with duplicate invoices that have to be found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
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

from ..models import AuditAction, AuditObservation, Invoice

RULE = (
    "An invoice is a duplicate if an earlier invoice of the same vendor has the same order and the "
    "same amount, and is dated at most 30 days before it."
)
VENDORS = ("Aldous Paper", "Brent Steel", "Cole & Sons", "Dunmore Ltd", "Eskdale Print", "Fenway")
LINES = {1: (8, 2), 2: (14, 3), 3: (24, 5)}


@dataclass
class Run:
    """One payment run."""

    invoices: list[Invoice]
    duplicates: Secret[frozenset[str]]
    count: int
    found: bool = False


def duplicates_in(invoices: list[Invoice]) -> frozenset[str]:
    """The numbers of the duplicates, by the rule."""
    found = set()
    for place, later in enumerate(invoices):
        for earlier in invoices[:place]:
            same = (earlier.vendor, earlier.order, earlier.cents) == (
                later.vendor,
                later.order,
                later.cents,
            )
            gap = (date.fromisoformat(later.date) - date.fromisoformat(earlier.date)).days
            if same and 0 <= gap <= 30:
                found.add(later.number)
    return frozenset(found)


def draw_invoices(rng: Random, lines: int, copies: int) -> list[Invoice]:
    """Invoices in the order of their dates: originals, copies, and near misses of copies."""
    start = date(2025, 1, 6) + timedelta(days=rng.randrange(200))
    drafts = []
    for _ in range(lines - copies - 2):
        vendor, order = rng.choice(VENDORS), f"PO-{rng.randrange(100, 1000)}"
        drafts.append((rng.randrange(60), vendor, order, rng.randrange(2_000, 90_000)))
    for original in rng.sample(drafts, copies):
        drafts.append((original[0] + rng.randrange(3, 28), *original[1:]))
    late = rng.choice(drafts)
    drafts.append((late[0] + rng.randrange(70, 90), *late[1:]))
    other = rng.choice(drafts)
    drafts.append((other[0] + 5, other[1], other[2], other[3] + rng.choice([1, 100, 900])))
    drafts.sort(key=lambda draft: draft[0])
    numbers = rng.sample(range(1000, 10_000), len(drafts))
    return [
        Invoice(
            number=f"INV-{number}",
            vendor=vendor,
            order=order,
            date=(start + timedelta(days=day)).isoformat(),
            cents=cents,
        )
        for number, (day, vendor, order, cents) in zip(numbers, drafts, strict=True)
    ]


def level_of(setup: Setup) -> int:
    """The level that was asked for; the first if none was."""
    level = 1 if setup.level is None else setup.level
    if level not in LINES:
        raise SetupError(f"level {level} is none of {list(LINES)}")
    return level


class InvoiceAuditEnvironment(
    VerifiedEnvironment[AuditAction, AuditObservation, VerifiedState, Run]
):
    """Name the duplicates of a payment run, in one answer."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(Column("found", lambda t: float(t.facts["found"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Run, AuditObservation]:
        """Draw a payment run of the level."""
        level = level_of(setup)
        invoices = draw_invoices(rng, *LINES[level])
        found = duplicates_in(invoices)
        run = Run(invoices, Secret(found), len(found))
        return run, self._observation(run)

    def advance(self, run: Run, action: AuditAction) -> AuditObservation:
        """Compare the flagged invoices with the duplicates."""
        wanted = run.duplicates.reveal()
        run.found = set(action.flagged) == wanted
        return self._observation(run, done=True)

    def facts(self, run: Run) -> Mapping[str, Any]:
        """Whether the audit was right."""
        return {"found": run.found}

    def secrets(self, run: Run) -> list[str]:
        """None: every number is shown; which of them are duplicates is shown nowhere."""
        return []

    def _observation(self, run: Run, done: bool = False) -> AuditObservation:
        return AuditObservation(rule=RULE, invoices=run.invoices, duplicates=run.count, done=done)
