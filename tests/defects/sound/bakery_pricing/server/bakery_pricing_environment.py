"""A week of setting prices."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..market import COSTS, DAYS, NOISE, PRODUCTS, TOWNS, Market, open_market
    from ..models import PriceAction, ShopObservation
except ImportError:
    from market import COSTS, DAYS, NOISE, PRODUCTS, TOWNS, Market, open_market
    from models import PriceAction, ShopObservation


class BakeryPricingEnvironment(Environment[PriceAction, ShopObservation, State]):
    """Seven days; each pays its share of the best possible profit."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._market: Market | None = None
        self._town = ""

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        town: str = "harbour",
        **kwargs: Any,
    ) -> ShopObservation:
        level = 1 if level is None else level
        if level not in NOISE:
            raise ValueError(f"level must be one of {sorted(NOISE)}, not {level!r}")
        if town not in TOWNS:
            raise ValueError(f"town must be one of {sorted(TOWNS)}, not {town!r}")
        if seed is None:
            seed = random.SystemRandom().randrange(2**32)
        rng = random.Random(f"{seed} {level} {town}")
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._town = town
        self._market = open_market(rng, town, NOISE[level])
        return self._observe()

    def step(
        self, action: PriceAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ShopObservation:
        market, day = self._market, self._state.step_count
        if market is None or day >= DAYS:
            return ShopObservation(done=True, reward=0.0, note="the week is over: call reset()")
        prices = {product: getattr(action, product) for product in PRODUCTS}
        profit = market.profit(day, prices)
        best = market.profit(day, market.best_prices())
        reward = min(1.0, max(0.0, profit / best)) / DAYS
        self._state.step_count += 1
        return self._observe(
            last_prices=prices,
            last_sold={
                product: round(market.sold(day, product, price), 2)
                for product, price in prices.items()
            },
            last_profit=round(profit, 2),
            reward=reward,
        )

    def _observe(self, **fields: Any) -> ShopObservation:
        day, market = self._state.step_count, self._market
        done = day >= DAYS
        weather = market.days[day].weather if market is not None and not done else ""
        return ShopObservation(
            town=self._town,
            day=min(day + 1, DAYS),
            weather=weather,
            costs=dict(COSTS),
            done=done,
            **fields,
        )

    @property
    def state(self) -> State:
        return self._state.model_copy()
