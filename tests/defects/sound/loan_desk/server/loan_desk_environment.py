"""The fines at the end of a term."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import BillAction, LedgerObservation

PERIOD, RENEWALS = 14, 2
A_DAY, AT_MOST = 20, 300  # cents
PEOPLE = ["Ida", "Jonas", "Karl", "Lea", "Mia", "Nils", "Olga", "Paul"]


class Desk:
    """A ledger that is kept while books come and go."""

    def __init__(self, members: list[str]) -> None:
        self.fines = dict.fromkeys(members, 0)
        self.lines: list[tuple[int, str]] = []

    def loan(self, rng: Random, who: str, book: str) -> None:
        """A loan from the first day to the last."""
        day = rng.randint(1, 40)
        due, renewed, late = day + PERIOD, 0, rng.random() < 0.6
        self.lines.append((day, f"{who} borrows {book}"))
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            day = rng.randint(day + 3, max(day + 3, due + 2))
            self.lines.append((day, f"{who} renews {book}"))
            if day <= due and renewed < RENEWALS:
                due, renewed = due + PERIOD, renewed + 1
        day = rng.randint(max(day, due) + 1, due + 25) if late else rng.randint(day, max(day, due))
        self.lines.append((day, f"{who} returns {book}"))
        open_days = sum(1 for late_day in range(due + 1, day + 1) if late_day % 7)
        self.fines[who] += min(A_DAY * open_days, AT_MOST)

    def ledger(self) -> list[str]:
        """The lines by day; those of one day in the order in which they came."""
        return [f"day {day}: {text}" for day, text in sorted(self.lines, key=lambda line: line[0])]


def term(rng: Random) -> Desk:
    """A term in which everybody is late with something."""
    while True:
        members = rng.sample(PEOPLE, rng.randint(3, 6))
        desk, books = Desk(members), iter(rng.sample(range(100, 1000), 24))
        for who in members:
            for _ in range(rng.randint(1, 3)):
                desk.loan(rng, who, f"B{next(books)}")
        if all(desk.fines.values()):
            return desk


class LoanDeskEnvironment(
    VerifiedEnvironment[BillAction, LedgerObservation, VerifiedState, dict[str, Any]]
):
    """One ledger, one bill."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: t.facts["right"] / t.facts["of"], kind="outcome"),
        Column("complete", lambda t: float(t.facts["complete"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[dict[str, Any], LedgerObservation]:
        """A new term."""
        desk = term(rng)
        seen = LedgerObservation(members=list(desk.fines), ledger=desk.ledger())
        return {"fines": desk.fines, "bill": {}}, seen

    def advance(self, game: dict[str, Any], action: BillAction) -> LedgerObservation:
        """Take the bill; names of others are struck out."""
        game["bill"] = {who: cents for who, cents in action.fines.items() if who in game["fines"]}
        return LedgerObservation(note=f"{len(game['bill'])} fines noted", done=True)

    def facts(self, game: dict[str, Any]) -> Mapping[str, Any]:
        """For the columns."""
        fines, bill = game["fines"], game["bill"]
        return {
            "right": sum(fines[who] == cents for who, cents in bill.items()),
            "of": len(fines),
            "complete": len(bill) == len(fines),
        }
