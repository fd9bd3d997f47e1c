"""The sale, the till and the reward."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import CashTillAction, CashTillObservation

COINS = (200, 100, 50, 20, 10, 5)
SIZES = {1: (5, 7), 2: (9, 12)}
ATTEMPTS = 2
SALES = 480


@dataclass
class Sale:
    """Everything that changes during an episode."""

    price: int
    paid: int
    till: Counter[int]
    right: bool = False


def draw(level: int, number: int) -> Sale:
    """The sale of a task: the change is the sum of some coins of the till."""
    rng = Random(f"till {level} {number}")
    while True:
        coins = rng.choices(COINS, k=rng.randint(*SIZES[level]))
        change = sum(rng.sample(coins, rng.randint(2, len(coins) - 2)))
        paid = rng.choice((500, 1000, 2000))
        if 30 <= change <= paid - 50 and change not in COINS:
            return Sale(paid - change, paid, Counter(coins))


def tasks() -> TaskSet[int]:
    """Different sales by their numbers; a sixth of each level is held out from training."""
    train, test = {}, {}
    for level in SIZES:
        numbers: dict[str, int] = {}
        number = 0
        while len(numbers) < SALES:
            sale = draw(level, number)
            key = f"{sale.price} {sale.paid} {sorted(sale.till.items())}"
            numbers.setdefault(key, number)
            number += 1
        train[level], test[level] = hold_out(list(numbers.values()), SALES // 6, seed=0)
    return TaskSet({"train": train, "test": test})


class CashTillEnvironment(
    VerifiedEnvironment[CashTillAction, CashTillObservation, VerifiedState, Sale]
):
    """Give change, in two attempts."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Sale, CashTillObservation]:
        """Show the task's sale."""
        assert setup.task is not None
        sale = draw(setup.task.level, setup.task.payload)
        return sale, self._seen(sale)

    def advance(self, sale: Sale, action: CashTillAction) -> CashTillObservation:
        """Check the coins."""
        if any(coin not in COINS for coin in action.coins) or Counter(action.coins) - sale.till:
            return self._seen(sale, "not in the till")
        sale.right = sum(action.coins) == sale.paid - sale.price
        return self._seen(sale, "" if sale.right else "wrong sum")

    def facts(self, sale: Sale) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"right": sale.right}

    def _seen(
        self, sale: Sale, note: Literal["", "wrong sum", "not in the till"] = ""
    ) -> CashTillObservation:
        return CashTillObservation(
            price=sale.price,
            paid=sale.paid,
            till={str(coin): sale.till[coin] for coin in COINS if sale.till[coin]},
            note=note,
            done=sale.right,
        )
