"""One question, one reply."""

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
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import PayrollQuestion, PayrollReply
from ..payroll import Sheet, is_close, question, read_amount, sheets


@dataclass
class Desk:
    """The time sheet, and how the reply was judged."""

    sheet: Sheet
    amount: Secret[str]
    readable: bool = False
    right: bool = False


class PayrollDeskEnvironment(
    VerifiedEnvironment[PayrollReply, PayrollQuestion, VerifiedState, Desk]
):
    """Work out an amount of a payslip."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = TaskSet(sheets())
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, PayrollQuestion]:
        """Ask the question of the task."""
        assert setup.task is not None
        sheet = setup.task.payload
        desk = Desk(sheet, Secret(f"{sheet.amount:.2f}"))
        return desk, PayrollQuestion(question=question(sheet))

    def advance(self, game: Desk, action: PayrollReply) -> PayrollQuestion:
        """Judge the reply."""
        given = read_amount(action.text)
        game.readable = given is not None
        game.right = given is not None and is_close(given, game.sheet.amount)
        note = "" if game.readable else "no amount"
        return PayrollQuestion(question=question(game.sheet), note=note, done=True)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the columns read."""
        return {"right": game.right, "readable": game.readable}
