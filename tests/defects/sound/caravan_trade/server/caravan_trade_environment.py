"""A journey of a caravan: orders at each market, and the road between them."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server import Environment, State

from ..models import CaravanTradeAction, CaravanTradeObservation, Order
from ..road import PURSE, ROADS, SIZES, Road, best_profit, draw_road


class CaravanTradeEnvironment(Environment[CaravanTradeAction, CaravanTradeObservation, State]):
    """Trade along a road. A step is a market day and the leg after it."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._road: Road | None = None
        self._best = 0
        self._leg = 0
        self._cash = 0
        self._cargo: dict[str, int] = {}
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        road: str = "north",
        **kwargs: Any,
    ) -> CaravanTradeObservation:
        """Begin a journey: `level` 1 to 3, on the road `north` or `east`."""
        if level not in SIZES:
            raise ValueError(f"level must be one of {sorted(SIZES)}, not {level!r}")
        if road not in ROADS:
            raise ValueError(f"road must be one of {sorted(ROADS)}, not {road!r}")
        rng = random.Random() if seed is None else random.Random(f"{seed} {level} {road}")
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._road = draw_road(rng, level, road)
        self._best = best_profit(self._road)
        self._leg = 0
        self._cash = PURSE
        self._cargo = dict.fromkeys(self._road.prices[0], 0)
        self._done = False
        return self._observe("")

    def step(
        self, action: CaravanTradeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CaravanTradeObservation:
        """Carry out the orders and travel to the next town."""
        if self._road is None or self._done:
            return CaravanTradeObservation(done=True, reward=0.0, note="no journey: call reset()")
        self._state.step_count += 1
        note = self._trade(action.orders)
        self._leg += 1
        if self._leg < self._road.legs:
            return self._observe(note)
        self._done = True
        self._settle()
        profit = self._cash - PURSE
        return self._observe(note, reward=max(0.0, min(1.0, profit / self._best)))

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state

    def _trade(self, orders: list[Order]) -> str:
        """Carry out the orders in turn; one that cannot be met is left out, and noted."""
        assert self._road is not None
        prices = self._road.prices[self._leg]
        free = self._road.camels - sum(self._cargo.values())
        refused = []
        for number, order in enumerate(orders, start=1):
            price = prices.get(order.good)
            if price is None:
                refused.append(f"order {number}: no such good")
            elif order.side == "sell":
                if order.loads > self._cargo[order.good]:
                    refused.append(f"order {number}: not so much aboard")
                    continue
                self._cargo[order.good] -= order.loads
                self._cash += price * order.loads
                free += order.loads
            elif order.loads > free:
                refused.append(f"order {number}: not enough camels")
            elif price * order.loads > self._cash:
                refused.append(f"order {number}: not enough cash")
            else:
                self._cargo[order.good] += order.loads
                self._cash -= price * order.loads
                free -= order.loads
        return "; ".join(refused) or "all orders were met"

    def _settle(self) -> None:
        """Sell what is aboard at the end of the road, and pay the drivers."""
        assert self._road is not None
        for good, loads in self._cargo.items():
            self._cash += self._road.prices[self._leg][good] * loads
        self._cargo = dict.fromkeys(self._cargo, 0)
        self._cash -= self._road.wages

    def _observe(self, note: str, reward: float = 0.0) -> CaravanTradeObservation:
        assert self._road is not None
        road, leg = self._road, self._leg
        last = leg == road.legs
        return CaravanTradeObservation(
            town=road.towns[leg],
            next_town="" if last else road.towns[leg + 1],
            legs_left=road.legs - leg,
            camels=road.camels,
            cash=self._cash,
            cargo={good: loads for good, loads in self._cargo.items() if loads},
            prices=dict(road.prices[leg]),
            next_prices={} if last else dict(road.prices[leg + 1]),
            wages=road.wages,
            note=note,
            done=self._done,
            reward=reward,
        )
