"""One bill, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
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
    hold_out,
)

from ..answers import amount_in, is_right
from ..bills import RULES, Bill, bills
from ..models import BillObservation, Estimate, Register

HELD_OUT = 12
LEVELS = (1, 2, 3)


@dataclass
class Question:
    """A bill and what was answered."""

    bill: Bill
    total: Secret[str]
    amount: Decimal | None = None


def tasks() -> TaskSet[Bill]:
    """Every bill is a task."""
    train, test = {}, {}
    for level in LEVELS:
        train[level], test[level] = hold_out(bills(level), HELD_OUT, seed=11)
    return TaskSet({"train": train, "test": test})


class EnergyBillEnvironment(
    VerifiedEnvironment[Estimate, BillObservation, VerifiedState, Question]
):
    """Work out the total of an electricity bill; one answer."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Question, BillObservation]:
        """Show the bill of the task."""
        assert setup.task is not None
        question = Question(setup.task.payload, Secret(str(setup.task.payload.total())))
        return question, self._observation(question)

    def advance(self, question: Question, action: Estimate) -> BillObservation:
        """Read the answer; the episode is over."""
        question.amount = amount_in(action.answer)
        note = "no amount could be read" if question.amount is None else "an amount was read"
        observation = self._observation(question)
        observation.note, observation.done = note, True
        return observation

    def facts(self, question: Question) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {
            "right": is_right(question.amount, question.bill.total()),
            "readable": question.amount is not None,
        }

    @staticmethod
    def _observation(question: Question) -> BillObservation:
        bill = question.bill
        return BillObservation(
            account=bill.account,
            days=bill.days,
            registers=[
                Register(name=name, previous=before, current=now, pence_per_kwh=float(price))
                for name, before, now, price in bill.registers
            ],
            standing_pence=float(bill.standing),
            discount_percent=float(bill.discount),
            capacity_kva=bill.capacity_kva,
            capacity_pence=float(bill.capacity),
            levy_pence=float(bill.levy),
            vat_percent=float(bill.vat),
            rules=RULES,
        )
