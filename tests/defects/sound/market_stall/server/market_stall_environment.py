"""Six days on the market."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import StallAction, StallObservation, StallState
    from ..trade import LEVELS, Market, cost, draw, revenue
except ImportError:
    from models import StallAction, StallObservation, StallState
    from trade import LEVELS, Market, cost, draw, revenue

ACTIONS = 40


class MarketStallEnvironment(Environment[StallAction, StallObservation, StallState]):
    """One market per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = StallState()
        self._market = Market(0, 0, ())
        self._target = self._coins = self._pears = self._day = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> StallObservation:
        """Open the market."""
        if level not in LEVELS:
            raise ValueError("level must be 1 or 2")
        rng = random.Random() if seed is None else random.Random(f"market {level} {seed}")
        self._market, self._target = draw(rng, level)
        self._coins, self._pears, self._day = self._market.coins, 0, 0
        self._done = False
        self._state = StallState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._seen("", None)

    def step(
        self, action: StallAction, timeout_s: float | None = None, **kwargs: Any
    ) -> StallObservation:
        """Trade, or end the day."""
        if self._done:
            return StallObservation(done=True, reward=0.0, note="the market is over")
        self._state.step_count += 1
        note, reward = self._carry_out(action.order), 0.0
        if self._day == len(self._market.prices):
            self._done = True
            reward = float(self._coins >= self._target)
        elif self._state.step_count >= ACTIONS:
            self._done = True
        return self._seen(note, reward)

    @property
    def state(self) -> StallState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _carry_out(self, order: str) -> str:
        match order.lower().split():
            case ["next"]:
                self._day += 1
                return "a new day"
            case ["buy" | "sell" as verb, digits] if _count(digits):
                trade = self._buy if verb == "buy" else self._sell
                return trade(int(digits), self._market.prices[self._day])
        return "an order is `buy n`, `sell n` or `next`"

    def _buy(self, number: int, price: int) -> str:
        if self._pears + number > self._market.room:
            return "refused: no room"
        if cost(number, price) > self._coins:
            return "refused: too few coins"
        self._coins -= cost(number, price)
        self._pears += number
        return f"bought {number}"

    def _sell(self, number: int, price: int) -> str:
        if number > self._pears:
            return "refused: too few pears"
        self._coins += revenue(number, price)
        self._pears -= number
        return f"sold {number}"

    def _seen(self, note: str, reward: float | None) -> StallObservation:
        return StallObservation(
            day=self._day + 1,
            prices=list(self._market.prices),
            coins=self._coins,
            pears=self._pears,
            room=self._market.room,
            target=self._target,
            actions_left=ACTIONS - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )


def _count(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) < 6 and int(digits) > 0
