"""Buy low and sell high for twelve days: every file of this environment is in one folder."""

import random
from typing import Any
from uuid import uuid4

from models import DepotAction, DepotObservation, DepotState
from openenv.core.env_server.interfaces import Environment

DAYS = 12
CAPACITY = 6
CASH = 200


def best_gain(prices: list[int], most: int = 3) -> int:
    """What perfect foresight earns."""
    worth = {0: 0}
    for price in prices[:-1]:
        after: dict[int, int] = {}
        for stock, cash in worth.items():
            for change in range(-most, most + 1):
                if 0 <= stock + change <= CAPACITY:
                    value = cash - change * price
                    after[stock + change] = max(value, after.get(stock + change, value))
        worth = after
    return max(cash + stock * prices[-1] for stock, cash in worth.items())


class DepotEnvironment(Environment[DepotAction, DepotObservation, DepotState]):
    """Trade against a price path; returns lie between -1 (ruin) and 1 (perfect foresight)."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._prices: list[int] = []
        self._best = 1
        self._cash = CASH
        self._stock = 0
        self._paid = 0.0
        self._state = DepotState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DepotObservation:
        """Draw a price path that is worth trading on."""
        rng = random.Random(seed)
        self._best = 0
        while self._best < 30:
            self._prices = [rng.randint(6, 14)]
            while len(self._prices) <= DAYS:
                move = rng.choice((-3, -2, -1, 1, 2, 3))
                self._prices.append(min(20, max(2, self._prices[-1] + move)))
            self._best = best_gain(self._prices)
        self._cash = CASH
        self._stock = 0
        self._paid = 0.0
        self._state = DepotState(episode_id=episode_id or uuid4().hex)
        return self._observe("The market is open.", None)

    def step(
        self, action: DepotAction, timeout_s: float | None = None, **options: Any
    ) -> DepotObservation:
        """Trade, then see the next day's price."""
        if not self._prices:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._state.step_count >= DAYS:
            return self._observe("The market is closed: call reset().", 0.0)
        price = self._prices[self._state.step_count]
        message = "Held."
        if action.kind == "buy":
            bought = min(action.amount, CAPACITY - self._stock, self._cash // price)
            self._stock += bought
            self._cash -= bought * price
            message = f"Bought {bought}."
        elif action.kind == "sell":
            sold = min(action.amount, self._stock)
            self._stock -= sold
            self._cash += sold * price
            message = f"Sold {sold}."
        self._state.step_count += 1
        gain = self._cash + self._stock * self._prices[self._state.step_count] - CASH
        standing = max(-1.0, min(1.0, gain / self._best))
        reward, self._paid = standing - self._paid, standing
        return self._observe(message, reward)

    def _observe(self, message: str, reward: float | None) -> DepotObservation:
        day = self._state.step_count
        return DepotObservation(
            message=message,
            day=day,
            prices=self._prices[: day + 1],
            cash=self._cash,
            stock=self._stock,
            reward=reward,
            done=day >= DAYS,
        )

    @property
    def state(self) -> DepotState:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
