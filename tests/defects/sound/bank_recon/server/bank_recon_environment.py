"""The rules of an episode, and the reward."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..books import SIZES, Month, draw_month, euros
from ..models import ReconAction, ReconObservation

ATTEMPTS = 2
_AMOUNT = re.compile(r"[-+]?[0-9]{1,7}(\.[0-9]{1,2})?")


@dataclass
class Desk:
    """A month, and the answers so far."""

    level: int
    month: Month
    attempts: int = 0
    found: bool = False
    corrected: bool = False

    @property
    def solved(self) -> bool:
        """Whether the last answer names the entry and its correction."""
        return self.found and self.corrected


def tasks() -> TaskSet[int]:
    """Numbers of months; a fifth of each level is held out."""
    train, test = {}, {}
    for level in SIZES:
        train[level], test[level] = hold_out(range(500), 100, seed=level)
    return TaskSet({"train": train, "test": test})


class ReconEnvironment(VerifiedEnvironment[ReconAction, ReconObservation, VerifiedState, Desk]):
    """Find the wrong entry of a cash book and its correction, in two answers."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("solved", lambda t: float(t.facts["solved"]), kind="outcome"),
        Column("found", lambda t: float(t.facts["found"]), kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, ReconObservation]:
        """Take the month of the task."""
        assert setup.task is not None
        level = setup.task.level
        desk = Desk(level, draw_month(setup.task.payload, level))
        return desk, _observation(desk)

    def advance(self, game: Desk, action: ReconAction) -> ReconObservation:
        """Compare the answer with the statement."""
        game.attempts += 1
        entry, amount = action.entry.strip().upper(), action.correction.strip()
        game.found = entry == game.month.wrong
        game.corrected = False
        if entry not in game.month.book:
            return _observation(game, "There is no such entry.")
        if _AMOUNT.fullmatch(amount) is None:
            return _observation(game, "The correction is no amount such as -27.00.")
        game.corrected = game.found and Decimal(amount) * 100 == game.month.correction
        if game.solved:
            return _observation(game)
        return _observation(game, "The books still differ.")

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"solved": game.solved, "found": game.found}


def _observation(desk: Desk, note: str = "") -> ReconObservation:
    month = desk.month
    return ReconObservation(
        level=desk.level,
        book={reference: euros(cents) for reference, cents in month.book.items()},
        statement={reference: euros(cents) for reference, cents in month.statement.items()},
        pending={reference: euros(cents) for reference, cents in month.pending.items()},
        attempts_left=ATTEMPTS - desk.attempts,
        note=note,
        done=desk.solved,
    )
