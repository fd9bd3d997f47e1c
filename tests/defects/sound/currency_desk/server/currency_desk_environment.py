"""The trading day: orders, balances and the reward at its end."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..market import COUNTS, FEE, HOME, START, best_trip, make_market, proceeds
    from ..models import DeskObservation, TradeOrder
except ImportError:  # started inside the folder
    from market import COUNTS, FEE, HOME, START, best_trip, make_market, proceeds
    from models import DeskObservation, TradeOrder

ORDERS = 6


class CurrencyDeskEnvironment(Environment):
    """Make a round trip through the currencies that brings back more than it took."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self):
        super().__init__()
        self._market = None
        self._balances = {}
        self._orders = 0
        self._done = True
        self._episode_id = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> DeskObservation:
        if level not in COUNTS:
            raise ValueError(f"level must be one of {sorted(COUNTS)}")
        rng = random.Random() if seed is None else random.Random(f"desk {seed} {level}")
        self._market = make_market(rng, level)
        self._balances = dict.fromkeys(self._market.currencies, 0.0)
        self._balances[HOME] = START
        self._orders = 0
        self._done = False
        self._episode_id = episode_id or str(uuid.uuid4())
        return self._observe("the desk is open", None)

    def step(
        self, action: TradeOrder, timeout_s: float | None = None, **kwargs: Any
    ) -> DeskObservation:
        if self._market is None:
            return DeskObservation(done=True, reward=0.0, note="reset first")
        if self._done:
            return self._observe("the desk is closed", 0.0)
        self._orders += 1
        note = "closed for today" if action.close else self._trade(action)
        self._done = action.close or self._orders >= ORDERS
        return self._observe(note, self._result() if self._done else 0.0)

    def _trade(self, order: TradeOrder) -> str:
        """Carry out an order, or say why it is refused."""
        if order.sell not in self._balances or order.buy not in self._balances:
            return "refused: no such currency"
        if order.sell == order.buy:
            return "refused: the currencies are the same"
        amount = order.amount
        if not 0 < amount <= self._balances[order.sell]:
            return "refused: the desk cannot sell this amount"
        bought = proceeds(self._market, order.sell, order.buy, amount)
        self._balances[order.sell] -= amount
        self._balances[order.buy] += bought
        return f"sold {amount:.4f} {order.sell} for {bought:.4f} {order.buy}"

    def _result(self) -> float:
        """The gain in the home currency, as a share of the best round trip's, from 0 to 1."""
        gain = self._balances[HOME] / START - 1.0
        best = best_trip(self._market)[1] - 1.0
        return min(max(gain / best, 0.0), 1.0)

    def _observe(self, note: str, reward: float | None) -> DeskObservation:
        return DeskObservation(
            done=self._done,
            reward=reward,
            rates={sell: dict(row) for sell, row in self._market.rates.items()},
            fee=FEE,
            balances=dict(self._balances),
            orders_left=ORDERS - self._orders,
            note=note,
        )

    @property
    def state(self) -> State:
        return State(episode_id=self._episode_id, step_count=self._orders)
